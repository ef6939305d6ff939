import { describe, expect, it } from 'vitest';
import { OPERATOR_COMMANDS } from './commands.ts';
import { readInput } from './run.ts';

function readApply(deployment: object) {
  const slices = readInput(OPERATOR_COMMANDS.apply, { deployment });
  for (let pauses = 0; ; pauses += 1) {
    const slice = slices.next();
    if (slice.done === true) return { read: slice.value, pauses };
  }
}

const MERCHANTS = Array.from({ length: 50_000 }, () => ({ name: 'Acme' }));

describe("a command's input", () => {
  it('is read with pauses if it is long', () => {
    expect(readApply({ merchants: MERCHANTS }).pauses).toBeGreaterThanOrEqual(10);
  });

  it('has its first hundred texts reported that the database cannot store', () => {
    const { read } = readApply({ merchants: MERCHANTS.map(() => '\0') });
    expect(read).toHaveProperty(
      'problems.0',
      '--deployment.merchants.0 must not contain NUL or an incomplete character, which databases cannot store.',
    );
    expect(read).toHaveProperty('problems.length', 100);
  });
});
