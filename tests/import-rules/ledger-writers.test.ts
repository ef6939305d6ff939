import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../support/documents.ts';

const WRITES = [
  ['src/service/payins/v1.ts', 'sql`insert into ledger_movements (kind)`'],
  ['src/service/payins/v2.ts', 'sql`\n  insert\n  into ledger_entries (line)`'],
  ['src/service/payins/v3.ts', 'sql`update gate_accounts account set hold_minor = 1`'],
  ['src/service/orders/v4.ts', 'sql`update retentions set released_at = now()`'],
  ['src/service/orders/v5.ts', 'sql`DELETE FROM wallets`'],
  ['src/service/operator/v6.ts', "db.insertInto('ledger_entries').values(rows)"],
  ['src/service/operator/v7.ts', "db\n  .updateTable('gate_accounts as account')"],
  ['src/server/v8.ts', "db.deleteFrom(\n  'retentions',\n)"],
] as const;

const ALLOWED = [
  ['src/service/ledger/store.ts', 'sql`insert into ledger_movements (kind)`'],
  ['src/service/payins/some.test.ts', "db.deleteFrom('gate_accounts')"],
  ['src/service/payins/ok1.ts', "db.selectFrom('gate_accounts').forUpdate()"],
  ['src/service/payins/ok2.ts', 'sql`update gates set frozen = true`'],
  ['src/service/payins/ok3.ts', "db.updateTable('payins')"],
] as const;

describe('the check that the ledger has one writer', () => {
  let tree: string;
  let said: string;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'tollgate-writers-'));
    for (const [file, content] of [...WRITES, ...ALLOWED]) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), content);
    }
    const { stdout, stderr, status } = check(tree);
    expect(status).toBe(1);
    said = stdout + stderr;
  });

  afterAll(() => rm(tree, { recursive: true }));

  it.each(WRITES)('finds the ledger writes of %s', (file) => {
    expect(said).toContain(`${file}:`);
  });

  it.each(ALLOWED)('leaves %s alone', (file) => {
    expect(said).not.toContain(file);
  });

  it('finds no other writer in the project', () => {
    const { stdout, stderr, status } = check(PROJECT);
    expect({ said: stdout + stderr, status }).toMatchObject({ status: 0 });
  });
});

function check(root: string) {
  const script = join(PROJECT, 'scripts/test/check/ledger-writers.ts');
  return spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
}
