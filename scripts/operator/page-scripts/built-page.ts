import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { z } from 'zod';

const PROCESS = join(import.meta.dirname, 'built-page-process.ts');

/** The page needs a deployment's address and key to start. A page that reads no order never uses them. */
const NO_DEPLOYMENT = {
  ORIGIN: 'http://page.test',
  ORDERS_API_URL: 'http://127.0.0.1:9',
  ORDERS_API_KEY_ID: '00000000-0000-4000-8000-000000000000',
  ORDERS_API_SECRET: 'none',
  LOG_LEVEL: 'silent',
};

export interface BuiltPage {
  url: string;
  stop(): void;
}

/** Starts the built page with these settings. */
export async function startBuiltPage(settings: Record<string, string>): Promise<BuiltPage> {
  const { PATH } = process.env;
  const child = fork(PROCESS, { env: { PATH, ...NO_DEPLOYMENT, ...settings } });
  return {
    url: `http://127.0.0.1:${await portOf(child)}`,
    stop: () => child.kill(),
  };
}

const address = z.object({ port: z.int() });

async function portOf(child: ChildProcess): Promise<number> {
  const message = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The built page did not start: npm run build')));
  });
  return address.parse(message).port;
}
