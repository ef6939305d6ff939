import { describe, expect, it } from 'vitest';
import { deploymentFile } from './file.ts';
import { type ReadFile, missing, readFile } from './read-file.ts';

function read(file: unknown): { read: ReadFile; turns: number } {
  const slices = readFile(file, missing);
  for (let turns = 1; ; turns += 1) {
    const slice = slices.next();
    if (slice.done === true) return { read: slice.value, turns };
  }
}

const method = {
  ...{ name: 'card', direction: 'payin', payment_source: 'CARD', currency: 'EUR' },
  ...{ amount_min: '1.00', amount_max: '5000.00', waiting_seconds: 900 },
  routes: [{ terminal: 'one', priority: 1 }],
};
const terminal = { name: 'one', adapter: 'sandbox' };
const GOOD = [
  {},
  { terminals: [terminal], merchants: [{ name: 'Acme' }] },
  { merchants: [{ name: 'Acme', gates: [{ name: 'main', accounts: ['EUR'] }] }] },
  { merchants: [{ name: 'Acme', gates: [{ name: 'main', methods: [method, method] }] }] },
];
const WRONG = [
  null,
  [],
  { merchants: {} },
  { merchants: [{ nam: 'x', gates: [{ name: 'main', methods: [{ ...method, fee_min: 1 }] }] }] },
  { terminals: [{}, 1], more: 1 },
  { merchants: Array.from({ length: 201 }, () => ({ name: 'x' })) },
];

describe('a deployment that is read in turns', () => {
  it.each(GOOD)('is what it is when it is read at once: %j', (file) => {
    expect(read(file).read).toEqual({ ok: true, file: deploymentFile.parse(file) });
  });

  it.each(WRONG)('has everything wrong with it that it has when it is read at once: %j', (file) => {
    const { read: answer } = read(file);
    const places = (issues: readonly { path: PropertyKey[]; message: string }[] = []) =>
      issues.map(({ path, message }) => `${path.join('.')}: ${message}`).toSorted();
    const whole = deploymentFile.safeParse(file, { error: missing }).error?.issues;
    expect(places(answer.ok ? [] : answer.issues)).toEqual(places(whole));
  });

  it('lets others have a turn after each method', () => {
    const gates = [{ name: 'main', methods: Array.from({ length: 100 }, () => method) }];
    expect(read({ merchants: [{ name: 'Acme', gates }] }).turns).toBeGreaterThan(100);
  });
});
