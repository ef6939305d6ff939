/** How many statements a change of one thing sends to the database. */
import { describe, expect, it } from 'vitest';
import { watchStatements } from '../../support/database/watch-statements.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { CHANGES } from './changes.ts';

const running = serviceForTests();

/** The most statements of a change, without its BEGIN and COMMIT. */
const MOST = 8;

/** Runs a command, and returns the statements of the transaction that wrote its row of the audit. */
async function statementsOf(command: string, input: object): Promise<readonly string[]> {
  const open = new Map<object, string[]>();
  const audited: string[][] = [];
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
    const answer = await running.operator(command, input);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  } finally {
    end();
  }
  expect(audited).toHaveLength(1);
  return audited[0] ?? [];
}

/**
 * Not counted: what changes several things (an order with its events, a person with sessions), what only a person or an
 * older master key can bring about, and single rows with a keyed hash that still take nine or ten.
 */
const NOT_COUNTED = new Set([
  'adjustments confirm',
  'adjustments reject',
  'apply',
  'customers erase',
  'disputes answered',
  'disputes charge',
  'disputes end',
  'keys reseal',
  'keys revoke',
  'keys rotate',
  'orders fail',
  'passkeys remove',
  'payins cancel',
  'people change-role',
  'people remove',
  'people restore',
  'refunds take',
  'sessions end',
  'tokens revoke',
  'webhooks configure',
]);

describe('a change of one thing', () => {
  const commands = Object.keys(CHANGES).filter((command) => !NOT_COUNTED.has(command));

  it.each(commands)('is made by few statements: %s', async (command) => {
    const input = await CHANGES[command]!(running);
    const statements = await statementsOf(command, input);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST);
  });
});
