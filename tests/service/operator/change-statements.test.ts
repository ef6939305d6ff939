/** How many statements a change of one thing sends to the database. */
import { describe, expect, it } from 'vitest';
import { watchStatements } from '../../support/database/watch-statements.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { callerOf, CHANGES } from './changes.ts';

const running = serviceForTests();

/** The most statements of a change, without its BEGIN and COMMIT. */
const MOST = 8;

/** Runs a command, and returns the statements of the transaction that wrote its row of the audit. */
async function statementsOf(command: string, input: object): Promise<readonly string[]> {
  const open = new Map<object, string[]>();
  const audited: string[][] = [];
  const { run } = await callerOf(running, command);
  const end = watchStatements((text, connection) => {
    if (/^begin/i.test(text)) open.set(connection, []);
    else if (/^(?:commit|rollback)/i.test(text)) {
      const statements = open.get(connection) ?? [];
      if (statements.some((one) => one.includes('into "audit"') || one.includes('into audit ')))
        audited.push(statements);
      open.delete(connection);
    } else open.get(connection)?.push(text);
  });
  try {
    const answer = await run(input);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  } finally {
    end();
  }
  expect(audited).toHaveLength(1);
  return audited[0] ?? [];
}

/** What changes several things, or needs more statements for a reason. */
const NOT_COUNTED = new Set([
  // Many things, in one transaction or in steps.
  'apply',
  'customers erase',
  'keys reseal',
  // A key and the one that replaces it.
  'keys rotate',
  // An order, a refund or a dispute with its money, its webhook and its history.
  'adjustments confirm',
  'disputes answered',
  'disputes charge',
  'disputes end',
  'orders fail',
  'payins cancel',
  'refunds take',
  // A person, whose change waits for other changes of people, with passkeys, sessions and invitations.
  'people change-role',
  'people remove',
  'people restore',
]);

describe('a change of one thing', () => {
  const commands = Object.keys(CHANGES).filter((command) => !NOT_COUNTED.has(command));

  it.each(commands)('is made by few statements: %s', async (command) => {
    const input = await CHANGES[command]!(running);
    const statements = await statementsOf(command, input);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST);
  });
});
