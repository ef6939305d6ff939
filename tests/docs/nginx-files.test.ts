/** nginx itself validates the files shipped for it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../support/scratch-folder.ts';

const isHere = ['nginx', 'openssl'].every(
  (name) => spawnSync(name, ['version']).error === undefined,
);

describe.skipIf(!isHere)('nginx', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await scratchFolder();
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(folder, 'privkey.pem')];
    const certificate = ['-subj', '/CN=pay.example', '-out', join(folder, 'fullchain.pem')];
    spawnSync('openssl', ['req', '-x509', ...key, ...certificate]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['ops/nginx-one.conf', 1],
    ['ops/nginx.conf', 2],
  ])('accepts %s, which has %d instances', (file, instances) => {
    const site = readFileSync(file, 'utf8').replaceAll('/etc/letsencrypt/live/pay.example', folder);
    expect(site.match(/^ +server \d/gm)).toHaveLength(instances);
    writeFileSync(join(folder, 'site.conf'), site);
    const main = join(folder, 'nginx.conf');
    writeFileSync(
      main,
      `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${folder}/site.conf; }`,
    );
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', main], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });

  it('refuses a file with a mistake', () => {
    const main = join(folder, 'wrong.conf');
    writeFileSync(main, 'events {} http { listen; }');
    expect(spawnSync('nginx', ['-t', '-p', folder, '-c', main]).status).toBe(1);
  });
});
