import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROGRAM = `
  const { log } = await import(${JSON.stringify(join(import.meta.dirname, 'log.ts'))});
  log.warn({ err: new Error('broken'), path: '/pay/x' }, 'It could not be shown');`;
const NODE = [process.execPath, '--input-type=module', '--eval', PROGRAM] as const;

it('writes JSON if the output is not a terminal', () => {
  const [program, ...args] = NODE;
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'page',
    msg: 'It could not be shown',
    level: 40,
  });
});

const hasScript = spawnSync('script', ['--version']).error === undefined;

it.skipIf(!hasScript)('writes a readable line for each event at a terminal', () => {
  const quoted = NODE.map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const { stdout } = spawnSync('script', ['-qec', quoted, '/dev/null'], { encoding: 'utf8' });
  expect(stdout).toMatch(/\d\d:\d\d:\d\d\.\d{3}.*WARN.*It could not be shown .*path=\/pay\/x/s);
  expect(stdout).not.toContain('{"level"');
});
