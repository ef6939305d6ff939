import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findService, type ServicePlace } from './find-service.ts';

let DATA_DIR: string;

beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'tollgate-place-'));
  for (const [index, port] of [3000, 5000, 4000].entries()) {
    const path = join(DATA_DIR, `operator-${port}.url`);
    await writeFile(path, `http://127.0.0.1:${port + 7}\n`);
    await utimes(path, index, index);
  }
  await writeFile(join(DATA_DIR, 'operator.key'), 'x');
});
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }));

function found(place: ServicePlace) {
  return findService({ DATA_DIR, ...place });
}

describe('a running service', () => {
  it('is at the address in the environment, whatever files the directory has', async () => {
    expect(await found({ OPERATOR_URL: 'https://ops.example//', PORT: '3000' })).toBe(
      'https://ops.example',
    );
    expect(await found({ OPERATOR_PORT: '9', PORT: '3000' })).toBe('http://127.0.0.1:9');
  });

  it('is the one of the given port if several share a directory', async () => {
    expect(await found({ PORT: '3000' })).toBe('http://127.0.0.1:3007');
    expect(await found({ PORT: '5000' })).toBe('http://127.0.0.1:5007');
  });

  it('is the one that was started last if no port is given', async () => {
    expect(await found({})).toBe('http://127.0.0.1:4007');
  });

  it('is at its port plus one if it left no file', async () => {
    expect(await found({ PORT: '6000' })).toBe('http://127.0.0.1:6001');
    expect(await findService({ DATA_DIR: '/nowhere' })).toBe('http://127.0.0.1:3001');
  });
});
