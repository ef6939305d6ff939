import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Has the running service do a command, or list what there is. Reads DATA_DIR for the operator's key,
 * and PORT (or OPERATOR_URL) for where the service listens.
 */
export async function askService(
  command?: string,
  input: Record<string, unknown> = {},
): Promise<{ ok: boolean; body: unknown }> {
  const { DATA_DIR = '.data', PORT = '3000' } = process.env;
  const base = process.env['OPERATOR_URL'] ?? `http://127.0.0.1:${PORT}`;
  const key = (await readFile(join(DATA_DIR, 'operator.key'), 'utf8')).trim();
  const answer = await fetch(`${base}/api/operator/v1/${command ?? ''}`, {
    method: command === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(command !== undefined && { body: JSON.stringify(input) }),
  });
  return { ok: answer.ok, body: await answer.json() };
}
