import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where operators are answered, and where their key is. */
export interface Reached {
  operatorUrl: string;
  dataDirectory: string;
}

/**
 * Has an operator's command, a noun and a verb, done by a running service, under the key in its data directory. `ask` reaches it
 * otherwise than by its socket.
 */
export async function operate(
  { operatorUrl, dataDirectory }: Reached,
  command: string,
  input: object = {},
  ask: (request: Request) => Response | Promise<Response> = fetch,
): Promise<{ status: number; body: unknown }> {
  const key = await operatorKeyOf(dataDirectory);
  const request = new Request(`${operatorUrl}/api/operator/v1/${command.replace(' ', '/')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const response = await ask(request);
  const body: unknown = await response.json();
  return { status: response.status, body };
}

/** What a command answers that must be done. */
export async function done(reached: Reached, command: string, input?: object): Promise<unknown> {
  const { status, body } = await operate(reached, command, input);
  if (status !== 200) throw new Error(`${command}: ${JSON.stringify(body)}`);
  return body;
}

/** The id of what a command makes. */
export async function made(reached: Reached, command: string, input: object): Promise<string> {
  return z.looseObject({ id: z.string() }).parse(await done(reached, command, input)).id;
}

export async function operatorKeyOf(dataDirectory: string): Promise<string> {
  return (await readFile(join(dataDirectory, 'operator.key'), 'utf8')).trim();
}
