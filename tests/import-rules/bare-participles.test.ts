import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../support/documents.ts';

const DECLARED = [
  'const found = 1;',
  'let known;',
  'function refused() {}',
  'const { id, taken } = row;',
  'const { reported: answered } = row;',
  'const [shown] = rows;',
];
const OTHER = [
  'const foundRow = 1;',
  'use(found);',
  '{ found: 1 }',
  'const { found: row } = result;',
];

describe('the check of names', () => {
  let tree: string;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'tollgate-names-'));
    await mkdir(join(tree, 'src'));
  });
  afterAll(() => rm(tree, { recursive: true }));

  async function check(
    lines: readonly string[],
  ): Promise<{ output: string; status: number | null }> {
    await writeFile(join(tree, 'src/names.ts'), lines.join('\n'));
    const script = join(PROJECT, 'scripts/test/check/bare-participles.ts');
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, tree], {
      encoding: 'utf8',
    });
    return { output: stdout + stderr, status };
  }

  it('counts each declared name that is a bare participle, and no other', async () => {
    const { output, status } = await check([...DECLARED, ...OTHER]);
    expect(output).toMatch(/^6 names/);
    expect(status).toBe(0);
  });

  it('fails and lists the names if there are more than the limit', async () => {
    const { output, status } = await check(Array.from({ length: 1_000 }, () => 'const found = 1;'));
    expect(output).toContain('src/names.ts:1000: found');
    expect(status).toBe(1);
  });
});
