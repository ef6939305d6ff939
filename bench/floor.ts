/**
 * The floor: node:http and pg, with the statements that Tollgate sends for a request as prepared statements, and
 * nothing else: no authentication, no validation, no log. The ratio that bench.ts prints shows what Tollgate adds.
 * SAMPLES contains three requests of one kind, from which the floor learns the statements.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { z } from 'zod';
import { sandboxIn } from '../tests/support/process/sandbox.ts';
import { startRecorder } from './support/recording.ts';
import { replayOf, type Named } from './support/replay.ts';
import { signedHeaders, type BenchRequest } from './support/requests.ts';

const POOL_SIZE = 10;

const samples = z
  .tuple([sampleSchema(), sampleSchema(), sampleSchema()])
  .parse(JSON.parse(process.env['SAMPLES'] ?? ''));
const replay = await learn(samples);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE });

createServer((request, response) => {
  answer(request).then(
    (rows) => {
      const body = JSON.stringify(rows);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function answer(request: IncomingMessage): Promise<unknown> {
  const path = request.url ?? '';
  const body = request.method === 'GET' ? '' : await readBody(request);
  if (!path.startsWith('/api/v1/')) return {};
  const queries = replay(named({ path, body }));
  const [only, ...others] = queries;
  if (only !== undefined && others.length === 0) return (await pool.query(only)).rows;
  return inTurn(queries);
}

/** Runs the queries on one connection, as in a transaction. */
async function inTurn(queries: pg.QueryConfig[]): Promise<unknown> {
  const client = await pool.connect();
  try {
    let rows: unknown[] = [];
    for (const query of queries) ({ rows } = await client.query(query));
    return rows;
  } finally {
    client.release();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  await once(request, 'end');
  return Buffer.concat(chunks).toString();
}

function sampleSchema() {
  return z.object({
    method: z.enum(['GET', 'POST']),
    path: z.string(),
    body: z.string().optional(),
  });
}

async function learn([warmUp, first, second]: [BenchRequest, BenchRequest, BenchRequest]) {
  const recorder = await startRecorder(process.env);
  const sandbox = await sandboxIn(process.env['DATA_DIR'] ?? '');
  const record = ({ method, path, body }: BenchRequest) =>
    recorder.record(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: signedHeaders(sandbox, { method, path, body }),
        ...(body && { body }),
      }),
    );
  // The very first request also reads settings, routes and terminals, which later ones find in memory.
  await record(warmUp);
  const learned = replayOf(
    [await record(first), named(first)],
    [await record(second), named(second)],
  );
  await recorder.close();
  return learned;
}

function named({ path, body }: { path: string; body?: string | undefined }): Named {
  const content: unknown = body ? JSON.parse(body) : {};
  const member = (name: string): string => {
    const value: unknown = Reflect.get(Object(content), name);
    return typeof value === 'string' ? value : '';
  };
  return {
    orderId: member('order_id') || (path.split('/').at(-1) ?? ''),
    reference: member('reference_id'),
  };
}
