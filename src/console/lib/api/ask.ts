import * as v from 'valibot';
import { missingCells } from './missing-cells.ts';
import { asProblem, problemOf } from './problem.ts';

const INTERFACE = '/api/operator/v1';
/** The longest that the service works on a request, and more: whoever waits longer has lost the connection. */
const ANSWER_LIMIT_MS = 120_000;

interface Asked<Schema> {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object | undefined;
  answer: Schema;
  signal?: AbortSignal | undefined;
}

/**
 * One request to the operators' interface. The session's cookie goes with it.
 *
 * @throws Problem and nothing else, but for a request that its caller has broken off
 */
export async function request<Schema extends v.GenericSchema>(
  path: string,
  { method = 'GET', body, answer, signal }: Asked<Schema>,
): Promise<v.InferOutput<Schema>> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_LIMIT_MS);
  try {
    const response = await fetch(INTERFACE + path, {
      method,
      ...(body && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    if (!response.ok) throw await problemOf(response);
    const json: unknown = await response.json();
    missingCells.note(path, json);
    return v.parse(answer, json);
  } catch (error) {
    signal?.throwIfAborted();
    throw asProblem(error);
  } finally {
    clearTimeout(timer);
  }
}

/** What a command takes. What is undefined is left out of it. */
export type Input = Readonly<Record<string, unknown>>;

/** Has a command done: `orders search`, with its input. */
export function command<Schema extends v.GenericSchema>(
  name: string,
  input: Input,
  answer: Schema,
  signal?: AbortSignal,
): Promise<v.InferOutput<Schema>> {
  return request(`/${name.replace(' ', '/')}`, { method: 'POST', body: input, answer, signal });
}

/** A page of a list, as every command that lists answers. */
export const page = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ items: v.array(item), next: v.optional(v.string()) });
