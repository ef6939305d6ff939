import { describe, expect, it } from 'vitest';
import { runWithoutYielding } from '../../platform/in-turns.ts';
import type { Present } from './export.ts';
import { deploymentFile } from './file.ts';
import { planDeployment } from './plan.ts';
import { methodRules, missing, nameRules, readFile } from './read-file.ts';

const method = {
  name: 'card',
  direction: 'payin',
  payment_source: 'CARD',
  currency: 'EUR',
  amount_min: '1.00',
  amount_max: '5000.00',
  waiting_seconds: 900,
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

describe('a deployment file that is read in slices', () => {
  it.each(GOOD)('has the same content as when it is parsed whole: %j', (file) => {
    expect(runWithoutYielding(readFile(file, missing)).file).toEqual(deploymentFile.parse(file));
  });

  it.each(WRONG)('has the same issues as when it is parsed whole: %j', (file) => {
    const { file: read, issues } = runWithoutYielding(readFile(file, missing));
    const places = (all: readonly { path: PropertyKey[]; message: string }[] = []) =>
      all.map(({ path, message }) => `${path.join('.')}: ${message}`).toSorted();
    const whole = deploymentFile.safeParse(file, { error: missing }).error?.issues;
    expect(read).toBeUndefined();
    expect(places(issues)).toEqual(places(whole));
  });

  const MANY = Array.from({ length: 200 }, () => ({}));
  it.each([
    ['merchants', { merchants: [...MANY, {}] }],
    ['accounts', { merchants: [{ gates: [{ accounts: Array(1_001).fill('EUR') }] }] }],
    ['routes', { merchants: [{ gates: [{ methods: [{ routes: [...MANY, {}] }] }] }] }],
    [
      'a condition',
      {
        merchants: [{ gates: [{ methods: [{ routes: [{ brands: Array(201).fill('VISA') }] }] }] }],
      },
    ],
    ['settings', { terminals: [{ settings: { list: Array(1_001).fill(1) } }] }],
  ])('is not evaluated further if it exceeds the limit on %s', (_what, file) => {
    const { outline, issues } = runWithoutYielding(readFile(file, missing));
    expect(outline).toBeUndefined();
    expect(issues.length).toBeLessThan(1_000);
  });
});

const METHODS = 100;
const NOTHING: Present = { terminals: new Map(), merchants: new Map(), sharedNames: new Set() };

/** Returns a file with a merchant that has many methods, and as many other merchants. */
function manyMethods(): object {
  const methods = Array.from({ length: METHODS }, (_, index) => ({ ...method, name: `m${index}` }));
  const gates = [{ name: 'main', accounts: ['EUR'], methods }];
  const others = Array.from({ length: METHODS }, (_, index) => ({ name: `Merchant ${index}` }));
  return { terminals: [terminal], merchants: [{ name: 'Acme', gates }, ...others] };
}

function pausesOf(work: Iterator<string | undefined, unknown>): number {
  let pauses = 0;
  for (let step = work.next(); step.done !== true; step = work.next()) {
    if (step.value === undefined) pauses += 1;
  }
  return pauses;
}

describe('work on a file of many methods', () => {
  const { file, outline } = runWithoutYielding(readFile(manyMethods(), missing));
  const deps = { now: () => new Date(0), newId: () => crypto.randomUUID(), keyring: undefined! };

  it.each([
    ['reads', () => pausesOf(readFile(manyMethods(), missing)), 2 * METHODS],
    ['plans', () => pausesOf(planDeployment(deps, file!, NOTHING)), METHODS],
    [
      'evaluates',
      () => pausesOf(methodRules(outline!, NOTHING, new Map())[Symbol.iterator]()),
      METHODS,
    ],
    ['compares', () => pausesOf(nameRules(outline!, NOTHING)[Symbol.iterator]()), METHODS],
  ])('pauses after each item that it %s', (_does, pauses, least) => {
    expect(pauses()).toBeGreaterThanOrEqual(least);
  });
});
