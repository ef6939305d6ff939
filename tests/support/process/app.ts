/** Runs the program for many tests, with a sandbox in which a shopper can pay in a browser. */
import { rm } from 'node:fs/promises';

import type { OrdersClient } from '#contract/client/client.ts';
import type { SandboxFile } from '#service/sandbox/keys-file.ts';
import { sandboxIn, sandboxClient } from './sandbox.ts';
import { newServiceData, type ServiceData } from '../database/seeds/service-data.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { freePort } from './free-port.ts';
import { startedServer } from './program.ts';

export interface RunningApp {
  /** Without a trailing slash. */
  url: string;
  /** The operators' address. */
  operatorUrl: string;
  dataDirectory: string;
  /** Returns the program's output so far. */
  logs(): string;
  /** Ends the program as Ctrl-C does. */
  stop(): Promise<void>;
}

export interface SandboxApp extends RunningApp {
  sandbox: SandboxFile;
  /** The sandbox merchant's client. */
  client: OrdersClient;
}

/** Starts service and page with a new sandbox, on the engine that TEST_ENGINE names. */
export async function startApp(env: Record<string, string> = {}): Promise<SandboxApp> {
  const app = await startIn(await newServiceData(), env);
  const sandbox = await sandboxIn(app.dataDirectory);
  const client = sandboxClient(app.url, sandbox, { repeats: 5 });
  return { ...app, sandbox, client };
}

/** Starts the program with only these settings, a free port and an empty folder. */
export async function startProgram(env: Record<string, string>): Promise<RunningApp> {
  const directory = await scratchFolder();
  const remove = () => rm(directory, { recursive: true, force: true });
  return startIn({ directory, databaseUrl: undefined, remove }, env);
}

async function startIn(
  { directory, databaseUrl, remove }: Omit<ServiceData, 'directUrl'>,
  env: Record<string, string>,
): Promise<RunningApp> {
  const port = String(await freePort());
  // Passkeys and secure cookies need localhost rather than 127.0.0.1.
  const url = `http://localhost:${port}`;
  const { operatorUrl, output, stop } = await startedServer(
    {
      PORT: port,
      PUBLIC_URL: url,
      DATA_DIR: directory,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    },
    { isLongLived: true },
  );
  return {
    url,
    operatorUrl,
    dataDirectory: directory,
    logs: output,
    stop: async () => {
      await stop('SIGINT');
      await remove();
    },
  };
}
