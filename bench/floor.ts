/**
 * The floor: node:http and pg, Tollgate's own statements on the same tables as prepared ones, and
 * nothing else. No authentication, no validation, no log. What Tollgate adds to it is the ratio that
 * bench.ts prints.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { insertPayinStatement, selectPayinStatement } from './support/statements.ts';

const POOL_SIZE = 10;

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE });
const insertPayin = await insertPayinStatement(pool);
const selectPayin = await selectPayinStatement(pool);

createServer((request, response) => {
  void answer(request).then((row) => {
    const body = JSON.stringify(row);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function answer(request: IncomingMessage): Promise<unknown> {
  if (request.url === '/') return {};
  const { rows } = await pool.query<object>(
    request.method === 'POST' ? await insertion(request) : selection(request),
  );
  return rows[0];
}

async function insertion(request: IncomingMessage): Promise<pg.QueryConfig> {
  const chunks: Uint8Array[] = [];
  request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  await once(request, 'end');
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  return insertPayin({ id: randomUUID(), reference: referenceOf(body) });
}

function referenceOf(body: unknown): string {
  const given = typeof body === 'object' && body !== null && 'reference_id' in body;
  return given && typeof body.reference_id === 'string' ? body.reference_id : '';
}

function selection(request: IncomingMessage): pg.QueryConfig {
  return selectPayin({ id: request.url?.split('/').at(-1) ?? '' });
}
