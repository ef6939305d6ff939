/** The package's program, without anything to start, and each program's own version. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROJECT } from '../support/documents.ts';
import { COMPILE_CACHE } from '../support/process/program.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

let folder: string;

beforeAll(async () => {
  folder = await scratchFolder();
  copyFileSync(join(PROJECT, 'ops/tollgate'), join(folder, 'tollgate'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ version: '1.2.3', commit: 'a1b2c3' }, null, 2),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @param node the version that the node on PATH reports; undefined if there is none */
function tollgate(args: string[], node?: string) {
  const program = join(folder, 'node');
  if (node !== undefined) {
    writeFileSync(program, `#!/bin/sh\necho ${node}\n`);
    chmodSync(program, 0o755);
  }
  const env = { PATH: node === undefined ? '/bin:/usr/bin' : `${folder}:/bin:/usr/bin` };
  const { status, stdout, stderr } = spawnSync(join(folder, 'tollgate'), args, {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

describe('the program', () => {
  it.each([[[]], [['migrate']], [['operator']]])(
    'names the Node version that it needs if it finds an older one (%j)',
    (args) => {
      expect(tollgate(args, 'v20.20.2')).toEqual({
        status: 1,
        stdout: '',
        stderr: 'Tollgate needs Node 24 or later; the node on PATH is v20.20.2.\n',
      });
    },
  );

  it('prints its help and its version on any Node', () => {
    const { status, stdout } = tollgate(['--help'], 'v20.20.2');
    expect(status).toBe(0);
    for (const command of ['migrate', 'operator', 'ledger-check', '--version']) {
      expect(stdout).toMatch(new RegExp(`^tollgate ${command} `, 'm'));
    }
    expect(tollgate(['--version'], 'v20.20.2').stdout).toBe('1.2.3 (commit a1b2c3)\n');
  });
});

describe('a file .env', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')));

  beforeAll(() => {
    writeFileSync(join(folder, '.env'), 'PORT=4321 # from the file\n');
    mkdirSync(join(folder, 'scripts/operator'), { recursive: true });
    writeFileSync(join(folder, 'scripts/operator/operator.ts'), 'console.log(process.env.PORT);');
  });

  it.each(['start', 'dev', 'operator', 'ledger:check', 'migrate'])(
    'is read by npm run %s, after the environment',
    (name) => {
      const [, flags = ''] = /exec \S+\/node (.*?)\S+\.[jt]s/.exec(scripts[name] ?? '') ?? [];
      // Node does not evaluate a text in watch mode.
      const node = `exec ${process.execPath} ${flags.replaceAll(/--watch\S+/g, '')}`;
      const port = (cwd: string, env: NodeJS.ProcessEnv) =>
        spawnSync('/bin/sh', ['-c', `${node} -p process.env.PORT`], { cwd, encoding: 'utf8', env });
      expect(port(folder, {}).stdout).toBe('4321\n');
      expect(port(folder, { PORT: '5' }).stdout).toBe('5\n');
      expect(port(join(folder, 'scripts'), { PORT: '5' })).toMatchObject({
        stdout: '5\n',
        stderr: '',
      });
    },
  );

  it("is read beside the package's program, from any folder", () => {
    const called = () =>
      spawnSync(join(folder, 'tollgate'), ['operator'], {
        cwd: '/',
        encoding: 'utf8',
        env: { PATH: `${dirname(process.execPath)}:/bin:/usr/bin` },
      });
    expect(called().stdout).toBe('4321\n');
    rmSync(join(folder, '.env'));
    expect(called()).toMatchObject({ stdout: 'undefined\n', stderr: '' });
  });
});

describe('--version', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')));

  it.each([
    'scripts/operator/operator.ts',
    'scripts/operator/migrate.ts',
    'scripts/operator/ledger-check.ts',
    'src/server.ts',
    'packages/tollgate/cli.ts',
  ])('is printed by %s, with the commit of the clone', (program) => {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: PROJECT, encoding: 'utf8' });
    const { status, stdout } = spawnSync(process.execPath, [join(PROJECT, program), '--version'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...COMPILE_CACHE },
    });
    expect([status, stdout]).toEqual([0, `${version} (commit ${commit.trim()})\n`]);
  });
});
