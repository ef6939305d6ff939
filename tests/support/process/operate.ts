import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Has an operator's command, a noun and a verb, done by a running service, under the key in its data directory. `ask` reaches it
 * otherwise than by its socket.
 */
export async function operate(
  { operatorUrl, dataDirectory }: { operatorUrl: string; dataDirectory: string },
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

export async function operatorKeyOf(dataDirectory: string): Promise<string> {
  return (await readFile(join(dataDirectory, 'operator.key'), 'utf8')).trim();
}
