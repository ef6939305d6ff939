/** The program for many tests, with a sandbox that a browser's shopper can pay in. */
import { rm } from 'node:fs/promises';

import { OrdersClient } from '#contract/client/client.ts';
import { readSandboxFile, type SandboxFile } from '#service/sandbox/keys-file.ts';
import { createScratchDatabase } from '../database/postgres.ts';
import {
  browsersServer,
  newDirectory,
  PGLITE_SEED,
  POSTGRES_SEED,
  POSTGRES_TEMPLATE,
} from '../database/seeds/service-data.ts';
import { freePort } from './free-port.ts';
import { startedServer } from './program.ts';

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
  const port = String(await freePort());
  // Where passkeys and cookies are at home.
  const url = `http://localhost:${port}`;
  const { operatorUrl, output, stop } = await startedServer(
    { PORT: port, PUBLIC_URL: url, DATA_DIR: dataDirectory, ...env },
    { isLongLived: true },
  );
  return {
    url,
    operatorUrl,
    dataDirectory,
    logs: output,
    stop: async () => {
      await stop('SIGINT');
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
