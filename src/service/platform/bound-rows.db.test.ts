import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseForTests } from '../../../tests/support/database/database-for-tests.ts';
import { isCopiedBack } from './bound-rows.ts';

const ROWS = 20_000;

const database = databaseForTests(1);

it('Whether a row was copied back is read from an index of the audit, however long that is', async () => {
  const { db } = database;
  const unused = sql`'2099-01-01'::timestamptz`;
  await sql`insert into operator_tokens (id, name, role, token_hash, created_at, expires_at, audit_number)
    values (gen_random_uuid(), 'ci', 'viewer', '', ${unused}, ${unused}, 1)`.execute(db);
  await sql`insert into audit (number, at, actor, role, command, subject, bound_rows, hash)
    select number + 1000, ${unused}, '', '', '', '',
      json_build_array('operator_sessions ' || gen_random_uuid())::text, ''
    from generate_series(1, ${sql.lit(ROWS)}) as number`.execute(db);
  await sql`analyze`.execute(db);
  const question = sql`select ${isCopiedBack('operator_tokens')} as is_copied_back
    from operator_tokens where token_hash = ''`;
  const { rows: plan } = await sql<Record<string, string>>`explain ${question}`.execute(db);
  expect(JSON.stringify(plan)).toContain('Index Scan on audit_of_bound_rows');
  const copiedBack = async () =>
    (await sql<{ is_copied_back: boolean }>`${question}`.execute(db)).rows[0]?.is_copied_back;
  expect(await copiedBack()).toBe(false);
  await sql`insert into audit (number, at, actor, role, command, subject, bound_rows, hash)
    select ${sql.lit(ROWS + 2000)}, ${unused}, '', '', '', '',
      json_build_array('people x', 'operator_tokens ' || id)::text, '' from operator_tokens`.execute(
    db,
  );
  expect(await copiedBack()).toBe(true);
});
