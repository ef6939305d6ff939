import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { importHandler } from '../../src/server/built-page.ts';
import { listen } from '../../tests/support/network/listen.ts';
import { startApp } from '../../tests/support/process/app.ts';
import { payinBody } from '../../tests/support/orders/orders.ts';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');

/** A page to measure. */
export interface Site {
  name: string;
  url: string;
  /** The element that must be on the page before a shopper can type a card number; undefined if none is. */
  usable: string | undefined;
  /** The element that shows that the scripts have finished; undefined if none does. */
  alive: string | undefined;
  stop: () => Promise<void>;
}

/** The production build of our page, with an order that waits for a card. */
export async function tollgate(): Promise<Site> {
  const app = await startApp({ SANDBOX: 'true' });
  const created = await app.client.createPayin(payinBody(app));
  if (!created.ok) throw new Error('No order was made');
  return {
    name: 'Tollgate',
    url: created.value.pay_url ?? '',
    usable: '#card-number',
    alive: '#card-form[novalidate]',
    stop: () => app.stop(),
  };
}

/** SvelteKit with its default settings and one field on a page. */
export async function emptyKit(): Promise<Site> {
  const folder = join(import.meta.dirname, 'empty-kit');
  run(join(BIN, 'vite'), ['build', '--logLevel', 'error'], folder);
  const handler = await importHandler(join(folder, 'build/handler.js'));
  return serve('empty SvelteKit page', handler, { usable: 'input', alive: '[data-alive]' });
}

/** A page with Adyen's card component and nothing else. Its fields are frames from Adyen's own hosts. */
export async function adyen(): Promise<Site> {
  const folder = join(import.meta.dirname, 'adyen');
  if (!existsSync(join(folder, 'node_modules'))) run('npm', ['ci', '--silent'], folder);
  run(join(BIN, 'vite'), ['build', '--logLevel', 'error'], folder);
  const unmeasured = { usable: undefined, alive: '.adyen-checkout__card-input' };
  return serve("page with Adyen's card component", files(join(folder, 'dist')), unmeasured);
}

async function serve(
  name: string,
  listener: RequestListener,
  marks: Pick<Site, 'usable' | 'alive'>,
): Promise<Site> {
  const { baseUrl, close } = await listen(createServer(listener));
  return { name, url: `${baseUrl}/`, ...marks, stop: close };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves files as a good host does: compressed with brotli. */
function files(folder: string): RequestListener {
  return (request, response: ServerResponse) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const file = join(folder, path);
    const type = TYPES[extname(file)];
    if (!type || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
    response.end(brotliCompressSync(readFileSync(file)));
  };
}

function run(program: string, args: string[], folder: string): void {
  const { status } = spawnSync(program, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed in ${folder}`);
}
