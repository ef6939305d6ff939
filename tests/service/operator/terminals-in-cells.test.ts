// @module-tag postgres-only
// @module-tag one-cell-only
// @module-tag apart
/** Shared terminals, copied from cell 0 to the other cells by several processes at once. */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareTerminals } from '#service/operator/cells/share-terminals.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { sharesSessions } from '../../support/database/suite.ts';

const terminal = { name: 'shared', adapter: 'sandbox', settings: {}, credentials: {} };

let running: RunningService;

async function ask(command: string, input: object): Promise<void> {
  const { status, body } = await running.operator(command, input);
  expect({ status, body }).toMatchObject({ status: 200 });
}

async function upInEach({ cells } = running, name = terminal.name): Promise<boolean[]> {
  const rows = cells.all.map(({ db }) =>
    db.selectFrom('terminals').select('up').where('name', '=', name).executeTakeFirstOrThrow(),
  );
  return (await Promise.all(rows)).map(({ up }) => up);
}

/**
 * Starts to copy terminals, as a process does, and pauses after reading them.
 *
 * @returns a function that resumes the copy and waits for its end
 */
async function beginToShare(): Promise<() => Promise<void>> {
  const reading = Promise.withResolvers<true>();
  const goingOn = Promise.withResolvers<undefined>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => 'credentials_sealed' in row)) {
        reading.resolve(true);
        await goingOn.promise;
      }
      return result;
    },
  };
  const { cells } = running;
  const first = { ...cells.first, db: cells.first.db.withPlugin(plugin) };
  for (;;) {
    await cells.first.db
      .updateTable('terminals')
      .set(({ eb }) => ({ version: eb('version', '+', 1n) }))
      .where('name', '=', terminal.name)
      .execute();
    const shared = shareTerminals({ ...cells, first });
    // The service copies them too; if it was faster, there is nothing to read.
    const isReading = await Promise.race([reading.promise, shared.then(() => false)]);
    if (!isReading) continue;
    return async () => {
      goingOn.resolve(undefined);
      await shared;
    };
  }
}

describe.skipIf(sharesSessions)('a terminal shared by the merchants of several cells', () => {
  beforeAll(async () => {
    running = await startService({ env: { CELLS: '3' } });
    await ask('terminals create', terminal);
  });
  afterAll(() => running.close());

  it("is in each cell after a process's first start", async () => {
    // Such rare recurring work would copy it much later.
    const started = await startService({ env: { CELLS: '3' }, tickMs: 600_000 });
    try {
      expect(await upInEach(started, 'sandbox')).toEqual([true, true, true]);
    } finally {
      await started.close();
    }
  });

  it.each([
    ['terminals down', { terminal: terminal.name }],
    ['apply', { deployment: { terminals: [{ ...terminal, up: false }] } }],
  ])(
    'stays as %s left it, even if another process copies an older state',
    async (command, input) => {
      await ask('terminals up', { terminal: terminal.name });
      const goOn = await beginToShare();
      await ask(command, input);
      await goOn();
      expect(await upInEach()).toEqual([false, false, false]);
    },
  );

  it('is the same in each cell, whichever of several files is applied last', async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        [true, false, true, false].map((up) =>
          ask('apply', { deployment: { terminals: [{ ...terminal, up }] } }),
        ),
      );
      const [first, ...others] = await upInEach();
      expect(others).toEqual([first, first]);
    }
  });
});
