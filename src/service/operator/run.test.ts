import { expect, it } from 'vitest';
import { OPERATOR_COMMANDS } from './commands.ts';
import { readInput } from './run.ts';

it("reports the first hundred texts of a command's input that the database cannot store", () => {
  const merchants = Array.from({ length: 50_000 }, () => '\0');
  const read = readInput(OPERATOR_COMMANDS.apply, { deployment: { merchants } });
  expect(read).toHaveProperty('errors.0', {
    pointer: '/deployment/merchants/0',
    code: 'text',
    detail: 'Must not contain NUL or an incomplete character, which databases cannot store.',
  });
  expect(read).toHaveProperty('errors.length', 100);
});
