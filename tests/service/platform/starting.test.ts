// @module-tag both-engines
/** Problems that prevent a start. Each prints a sentence that says what to do, and exits with code 1. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/process/free-port.ts';
import { createScratchDatabase } from '../../support/database/postgres.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { startedServer, startServer } from '../../support/process/program.ts';
import { suiteServer } from '../../support/database/suite.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';

const onPglite = process.env['TEST_ENGINE'] === 'pglite';
const isRoot = process.getuid?.() === 0;

let directory: string;

beforeEach(async () => {
  directory = await scratchFolder();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function inDirectory(...names: string[]) {
  return join(directory, ...names);
}

async function refusal(...parameters: Parameters<typeof startServer>): Promise<string> {
  const [env, options] = parameters;
  const start = await startServer({ DATA_DIR: directory, ...env }, options);
  if (start.ready) {
    await start.server.stop('SIGKILL');
    throw new Error('It started');
  }
  expect(start).toMatchObject({ ready: false, code: 1 });
  expect(start.output).not.toMatch(/^\s+at |"stack"/m);
  return start.output;
}

/** Returns the path and mode of every file in a directory. */
async function modes(path: string): Promise<[path: string, mode: number][]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (each) => [each, (await stat(each)).mode & 0o777] as [string, number]),
  );
}

async function openToOthers(): Promise<string[]> {
  return (await modes(directory)).filter(([, mode]) => (mode & 0o077) !== 0).map(([path]) => path);
}

// These open no database.
describe.runIf(onPglite)('the command line', () => {
  it('prints its help', async () => {
    for (const option of ['--help', '-h']) {
      const start = await startServer({ DATA_DIR: directory }, { args: [option] });
      expect(start).toMatchObject({ ready: false, code: 0 });
      expect(start.ready || start.output).toContain('npm start');
    }
  });

  it('reports an unknown option as a usage error', async () => {
    const start = await startServer({ DATA_DIR: directory }, { args: ['--port=3000'] });
    expect(start).toMatchObject({ ready: false, code: 2 });
    expect(start.ready || start.output).toContain('no option --port=3000');
  });
});

describe.runIf(onPglite)('a start is refused with an explanation', () => {
  it('that lists all configuration errors', async () => {
    const output = await refusal({ SANDBOX: 'off', PORT: 'x', WORKERS: '0' });
    for (const name of ['PORT', 'WORKERS', 'MASTER_KEY', 'DATABASE_URL']) {
      expect(output).toContain(`  ${name} `);
    }
  });

  it('if DATA_DIR is a file', async () => {
    await writeFile(inDirectory('file'), '');
    const output = await refusal({ DATA_DIR: inDirectory('file') });
    expect(output).toContain(`${inDirectory('file')} cannot be used`);
  });

  it('if DATA_DIR is not writable', async () => {
    await chmod(directory, 0o555);
    // Root may write nearly anywhere, but not in /sys.
    const path = isRoot ? '/sys/tollgate' : directory;
    const output = await refusal({ DATA_DIR: path });
    const reasons = ['permission denied', 'the file system is read-only'];
    expect(
      reasons.filter((reason) => output.includes(`${path} cannot be used: ${reason}`)),
    ).toHaveLength(1);
  });
});

describe.runIf(onPglite)('an embedded database', () => {
  beforeEach(async () => {
    await rmdir(directory);
    ({ directory } = await newServiceData());
  });

  const damaged: [what: string, said: RegExp, damage: () => Promise<unknown>][] = [
    ['without PG_VERSION', /PG_VERSION is missing/, () => rm(inDirectory('pglite/PG_VERSION'))],
    [
      'without pg_control',
      /pg_control is missing/,
      () => rm(inDirectory('pglite/global/pg_control')),
    ],
    ['without base', /base is missing/, () => rm(inDirectory('pglite/base'), { recursive: true })],
    [
      'with a pg_control of zeros',
      /cannot be opened .* damaged/,
      () => writeFile(inDirectory('pglite/global/pg_control'), Buffer.alloc(8_192)),
    ],
    [
      'with garbage for a lock',
      /process\.lock is damaged/,
      () => writeFile(inDirectory('process.lock'), randomBytes(5_000)),
    ],
    ['without its master.key', /master\.key is missing/, () => rm(inDirectory('master.key'))],
    [
      'with an empty master.key',
      /master\.key does not contain a key of 32 bytes/,
      () => writeFile(inDirectory('master.key'), ''),
    ],
    [
      'with a short master.key',
      /master\.key does not contain a key of 32 bytes/,
      () => writeFile(inDirectory('master.key'), 'c2hvcnQ=\n'),
    ],
    [
      'with the master.key of another',
      /encrypted under another master key/,
      () => writeFile(inDirectory('master.key'), randomBytes(32).toString('base64')),
    ],
    [
      'with an empty operator.key',
      /operator\.key is empty/,
      () => writeFile(inDirectory('operator.key'), '\n'),
    ],
  ];

  it.each(damaged)('%s is refused', async (_what, said, damage) => {
    await damage();
    const before = (await readdir(directory, { recursive: true })).length;
    expect(await refusal({})).toMatch(said);
    // The missing files were not created anew.
    expect((await readdir(directory, { recursive: true })).length).toBe(before);
  });

  it('is not opened with another MASTER_KEY', async () => {
    const MASTER_KEY = randomBytes(32).toString('base64');
    expect(await refusal({ MASTER_KEY })).toMatch(/encrypted under another master key/);
  });

  it('is closed again if the port is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    try {
      expect(await refusal({ PORT: String(port) })).toContain(`127.0.0.1:${port} is in use`);
    } finally {
      other.close();
    }
  });
});

describe.runIf(onPglite)('the files of an embedded database', () => {
  it('are private when new, even in a directory that others may read, and created again after a kill', async () => {
    await chmod(directory, 0o755);
    // The files left by a process killed while it creates the database.
    await writeFile(inDirectory('pglite.unfinished'), '');
    await mkdir(inDirectory('pglite'));
    await writeFile(inDirectory('pglite/PG_VERSION'), '17');
    const server = await startedServer({ DATA_DIR: directory });
    await server.stop('SIGTERM');
    expect(existsSync(inDirectory('pglite.unfinished'))).toBe(false);
    expect(await openToOthers()).toEqual([]);
    const names = (await readdir(directory)).toSorted();
    expect(names).toEqual(['master.key', 'operator.key', 'pglite', 'process.lock', 'sandbox.json']);
  });

  it('are private after a start, even if restored readable for others', async () => {
    await rmdir(directory);
    ({ directory } = await newServiceData());
    for (const [path] of await modes(inDirectory('pglite'))) await chmod(path, 0o755);
    const server = await startedServer({ DATA_DIR: directory });
    const running = await openToOthers();
    await server.stop('SIGTERM');
    expect([...running, ...(await openToOthers())]).toEqual([]);
  });
});

describe.runIf(!onPglite)('a PostgreSQL', () => {
  const server = suiteServer() ?? 'postgres://127.0.0.1';

  it.each([
    ['that does not answer', 'postgres://postgres@127.0.0.1:1/postgres', /nothing answers there/],
    ['whose host has no address', 'postgres://postgres@nowhere.invalid/x', /nothing answers there/],
    [
      'that has no such database',
      new URL('/tollgate_none', server).href,
      /no database with that name/,
    ],
  ])('%s is reported', async (_what, DATABASE_URL, said) => {
    expect(await refusal({ DATABASE_URL })).toMatch(said);
    expect(await refusal({ DATABASE_URL, WORKERS: '2' })).toMatch(said);
  });

  it('is not used with another master key, nor with a new one if the key was lost', async () => {
    const scratch = await createScratchDatabase(server);
    const env = { DATABASE_URL: scratch.url };
    try {
      await (await startedServer({ DATA_DIR: directory, ...env })).stop('SIGTERM');
      const MASTER_KEY = randomBytes(32).toString('base64');
      expect(await refusal({ ...env, MASTER_KEY })).toMatch(/encrypted under another master key/);
      await rm(inDirectory('master.key'));
      expect(await refusal(env)).toMatch(/master\.key is missing/);
      expect(existsSync(inDirectory('master.key'))).toBe(false);
    } finally {
      await scratch.drop();
    }
  });

  it('is not served by workers whose port is taken: they exit, and say why', async () => {
    const scratch = await createScratchDatabase(server);
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    try {
      const env = { DATABASE_URL: scratch.url, WORKERS: '2', PORT: String(port) };
      expect(await refusal(env)).toContain(`127.0.0.1:${port} is in use`);
    } finally {
      other.close();
      await scratch.drop();
    }
  });
});
