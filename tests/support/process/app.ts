/** The whole program as an operator starts it, in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { OrdersClient } from '#contract/client/client.ts';
import { readSandboxFile, type SandboxFile } from '#service/sandbox/keys-file.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { createScratchDatabase } from '../database/postgres.ts';
import { freePort } from './free-port.ts';
import { PATIENCE_MS } from '../patience.ts';
import { PROGRAM } from './program.ts';
import { PATIENT } from './server-process.ts';
import {
  browsersServer,
  newDirectory,
  PGLITE_SEED,
  POSTGRES_SEED,
  POSTGRES_TEMPLATE,
} from '../database/seeds/service-data.ts';

const ROOT = join(import.meta.dirname, '../../..');
const READY = 'Tollgate is ready.';

export interface RunningApp {
  /** Without a slash at its end. */
  url: string;
  /** Where operators are answered. */
  operatorUrl: string;
  dataDirectory: string;
  /** All that was printed and logged so far. */
  logs(): string;
  /** Ends the program as Ctrl-C does. */
  stop(): Promise<void>;
}

export interface SandboxApp extends RunningApp {
  sandbox: SandboxFile;
  /** The sandbox merchant's client. */
  client: OrdersClient;
}

/** Starts service and page with a sandbox of their own, on PostgreSQL or the embedded engine. */
export async function startApp(env: Record<string, string> = {}): Promise<SandboxApp> {
  const server = browsersServer();
  const app =
    server === undefined
      ? await startIn(await newDirectory(process.env[PGLITE_SEED]), env)
      : await startOnPostgres(server, env);
  const sandbox = await readSandboxFile(app.dataDirectory);
  if (sandbox === undefined) throw new Error('The program wrote no sandbox.json');
  const client = new OrdersClient({
    baseUrl: app.url,
    apiKeyId: sandbox.api_key_id,
    apiSecret: sandbox.api_secret,
    repeats: 5,
  });
  return { ...app, sandbox, client };
}

async function startOnPostgres(server: string, env: Record<string, string>): Promise<RunningApp> {
  const database = await createScratchDatabase(server, process.env[POSTGRES_TEMPLATE]);
  const directory = await newDirectory(process.env[POSTGRES_SEED]);
  const app = await startIn(directory, { DATABASE_URL: database.url, ...env });
  const stop = async () => {
    await app.stop();
    await database.drop();
  };
  return { ...app, stop };
}

/** Starts the program with just these settings, beside port and an empty folder. */
export async function startProgram(env: Record<string, string> = {}): Promise<RunningApp> {
  return startIn(await newDirectory(undefined), env);
}

async function startIn(dataDirectory: string, env: Record<string, string>): Promise<RunningApp> {
  const port = await freePort();
  const operatorPort = port + 1;
  const program = spawn(process.execPath, [PROGRAM], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      PORT: String(port),
      OPERATOR_PORT: String(operatorPort),
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'debug',
      // Nobody stands in front who would have to notice.
      STOP_GRACE_SECONDS: '0',
      ...PATIENT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(program);
  await untilReady(program, output);
  return {
    url: `http://localhost:${port}`,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    dataDirectory,
    logs: () => output.text,
    stop: async () => {
      if (program.exitCode === null && program.kill('SIGINT')) await once(program, 'exit');
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

function collectOutput({ stdout, stderr }: ChildProcess): { text: string } {
  const output = { text: '' };
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  }
  return output;
}

async function untilReady(program: ChildProcess, output: { text: string }): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (!output.text.includes(READY)) {
    if (program.exitCode !== null || performance.now() > deadlineMs) {
      program.kill('SIGKILL');
      throw new Error(`The program did not start:\n${output.text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
