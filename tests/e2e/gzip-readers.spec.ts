/** Programs that unpack a page's gzip answer, whose start was compressed before; browsers are in the other files. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../support/process/free-port.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { until } from '../support/until.ts';
import { starts } from './chromium.ts';
import { expect, test, withoutClock, type CreateOrder } from './fixtures.ts';

const run = promisify(execFile);

/** Returns the addresses of a form in two languages. */
async function pagesOf(createOrder: CreateOrder): Promise<string[]> {
  const { pay_url: form } = await createOrder({ description: 'Notebook, 160 pages' });
  return [form, `${form}?lang=ar`];
}

async function plainPage(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  expect(answer.headers.get('content-encoding')).toBeNull();
  return withoutClock(await answer.text());
}

test('curl and gunzip read a compressed page', async ({ createOrder }) => {
  test.skip(!['curl', 'gunzip'].every(starts), 'no curl, or no gunzip');
  const folder = await scratchFolder();
  const packed = join(folder, 'page.gz');
  for (const url of await pagesOf(createOrder)) {
    const plain = await plainPage(url);
    const { stdout } = await run('curl', ['--silent', '--fail', '--compressed', url]);
    expect(withoutClock(stdout)).toBe(plain);
    await run('curl', ['--silent', '--fail', '-H', 'Accept-Encoding: gzip', '-o', packed, url]);
    expect((await readFile(packed)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    await run('gunzip', ['-t', packed]);
  }
  await rm(folder, { recursive: true });
});

test(
  'nginx unpacks a page for a client without gzip, and compresses it again',
  { tag: '@apart' },
  async ({ app, createOrder }) => {
    test.skip(spawnSync('nginx', ['-v']).status !== 0, 'no nginx');
    const pages = await pagesOf(createOrder);
    const proxies = await startNginx(app.url);
    for (const url of pages) {
      const { pathname, search } = new URL(url);
      const plain = await plainPage(url);
      const unpacked = await plainPage(proxies.unpacks + pathname + search);
      expect(unpacked).toBe(plain);
      const again = await fetch(proxies.compresses + pathname + search, {
        headers: { 'accept-encoding': 'gzip' },
      });
      expect(again.headers.get('content-encoding')).toBe('gzip');
      expect(withoutClock(await again.text())).toBe(plain);
    }
    await proxies.stop();
  },
);

/** Starts an nginx that unpacks the pages of a program, and in front of it one that compresses them again. */
async function startNginx(program: string) {
  const folder = await scratchFolder();
  const [unpacks, compresses] = [await freePort(), await freePort()];
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
pid ${folder}/pid;
error_log stderr crit;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_http_version 1.1;
  server {
    listen 127.0.0.1:${unpacks};
    gunzip on;
    location / {
      proxy_set_header Host ${new URL(program).host};
      proxy_set_header Accept-Encoding gzip;
      proxy_pass ${program};
    }
  }
  server {
    listen 127.0.0.1:${compresses};
    gzip on;
    gzip_proxied any;
    location / {
      proxy_set_header Accept-Encoding "";
      proxy_pass http://127.0.0.1:${unpacks};
    }
  }
}
`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: 'inherit' });
  const addresses = {
    unpacks: `http://127.0.0.1:${unpacks}`,
    compresses: `http://127.0.0.1:${compresses}`,
  };
  await until(
    () =>
      fetch(addresses.compresses).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status > 0,
    () => 'nginx does not answer',
  );
  return {
    ...addresses,
    stop: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
