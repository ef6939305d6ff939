import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findCommand } from '#service/operator/commands.ts';

/** The operators' address, and the directory that holds their key. */
export interface Reached {
  operatorUrl: string;
  dataDirectory: string;
}

/** Runs an operator's command (noun and verb) on a running service, with the key in its data directory. */
export async function operate(
  { operatorUrl, dataDirectory }: Reached,
  command: string,
  input: object = {},
  ask: (request: Request) => Response | Promise<Response> = fetch,
): Promise<{ status: number; body: unknown }> {
  const key = await operatorKeyOf(dataDirectory);
  const { path, init } = requestFor(command, input);
  const request = new Request(`${operatorUrl}/api/operator/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  const response = await ask(request);
  return { status: response.status, body: await bodyOf(response) };
}

/** Returns the request for a command: a POST of its input, or a GET of a file. */
export function requestFor(command: string, input: object): { path: string; init: RequestInit } {
  const path = command.replace(' ', '/');
  if (findCommand(command)?.isDownload !== true) {
    return { path, init: { method: 'POST', body: JSON.stringify(input) } };
  }
  const query = new URLSearchParams(Object.entries(input));
  return { path: `${path}?${query.toString()}`, init: { method: 'GET' } };
}

/** Reads JSON, or the text of a file. */
export async function bodyOf(response: Response): Promise<unknown> {
  const isFile = response.headers.get('content-type')?.startsWith('text/csv') === true;
  return isFile ? response.text() : response.json();
}

/** Runs a command that must succeed and returns its answer. */
export async function done(reached: Reached, command: string, input?: object): Promise<unknown> {
  const { status, body } = await operate(reached, command, input);
  if (status !== 200) throw new Error(`${command}: ${JSON.stringify(body)}`);
  return body;
}

/** Runs a command and returns the id of the object that it creates. */
export async function made(reached: Reached, command: string, input: object): Promise<string> {
  return z.looseObject({ id: z.string() }).parse(await done(reached, command, input)).id;
}

export async function operatorKeyOf(dataDirectory: string): Promise<string> {
  return (await readFile(join(dataDirectory, 'operator.key'), 'utf8')).trim();
}
