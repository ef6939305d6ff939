import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { nonEmptyVariables } from '#contract/environment.ts';
import { OPERATOR_NAME_HEADER } from '#service/operator/operator-key.ts';
import { findService } from './find-service.ts';

/** What the service did not do, in a sentence for the person who typed the command. */
export interface Failed {
  ok: false;
  message: string;
}
export type ServiceAnswer = { ok: true; body: unknown } | Failed;

/** Names the member of the input that a JSON pointer leads to, as the person who typed the command knows it. */
export type NameMember = (pointer: string) => string;

export const SERVICE_LOOKUP_HELP = [
  'The running service is found through DATA_DIR (default .data), which holds the operator key, and PORT if several',
  'services share that directory. From another machine, set OPERATOR_URL and OPERATOR_TOKEN.',
].join(' ');

/** Runs a command, which the service may not know. */
export async function askCommand(
  command: string,
  input: object,
  nameMember: NameMember,
): Promise<ServiceAnswer> {
  const init = {
    method: 'POST',
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  return answerOf(await send(pathOf(command), init), nameMember);
}

/** Asks the running service for the commands that the caller may use. */
export async function askCommands(): Promise<ServiceAnswer> {
  return answerOf(await send('/commands', { signal: AbortSignal.timeout(TIMEOUT_MS) }), String);
}

/** Fetches the file that a command answers. The response's body is not read yet. */
export async function fetchFile(
  command: string,
  input: Record<string, string>,
  nameMember: NameMember,
): Promise<{ ok: true; body: NonNullable<Response['body']> } | Failed> {
  const sent = await send(`${pathOf(command)}?${new URLSearchParams(input).toString()}`, {});
  if (sent.ok && sent.response.ok && sent.response.body !== null) {
    return { ok: true, body: sent.response.body };
  }
  const answer = await answerOf(sent, nameMember);
  return answer.ok ? refused('The service sent no file.') : answer;
}

const TIMEOUT_MS = 60_000;

function pathOf(command: string): string {
  return `/${command.split(' ').map(encodeURIComponent).join('/')}`;
}

type Sent = { ok: true; response: Response; base: string; keyPath: string | undefined } | Failed;

/**
 * Sends a request to the running service, which `findService` finds. Authenticates with OPERATOR_TOKEN, else with the
 * operator's key in DATA_DIR.
 */
async function send(path: string, init: RequestInit): Promise<Sent> {
  const environment = nonEmptyVariables(process.env);
  const { DATA_DIR = '.data', OPERATOR_TOKEN: token, OPERATOR_AS = '' } = environment;
  const base = await findService(environment);
  const url = `${base}/api/operator/v1${path}`;
  if (!URL.canParse(url)) return refused(`${base} is not a URL. Correct PORT or OPERATOR_URL.`);
  const keyPath = token === undefined ? join(resolve(DATA_DIR), 'operator.key') : undefined;
  const key = keyPath === undefined ? token : await readKey(keyPath);
  if (typeof key === 'object') return key;
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    [OPERATOR_NAME_HEADER]: encodeURIComponent(OPERATOR_AS),
  };
  const response = await fetch(url, { ...init, headers }).catch(() => undefined);
  return response === undefined ? noAnswer(base) : { ok: true, response, base, keyPath };
}

function noAnswer(base: string): Failed {
  return refused(`No service answers at ${base}. Start it, or set PORT or OPERATOR_URL.`);
}

async function readKey(path: string): Promise<string | Failed> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return refused(
      code === 'ENOENT'
        ? `There is no ${path}. Start the service first, or set DATA_DIR to its data directory.`
        : `${path} cannot be read (${code}). Only the user who runs the service may read it.`,
    );
  }
}

function refused(message: string): Failed {
  return { ok: false, message };
}

const UNAUTHORIZED = 401;

async function answerOf(sent: Sent, nameMember: NameMember): Promise<ServiceAnswer> {
  if (!sent.ok) return sent;
  const { response, base, keyPath } = sent;
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return noAnswer(base);
  const body = parsed(text);
  if (body === undefined) {
    return refused(`The server at ${base} is not Tollgate. Set PORT or OPERATOR_URL.`);
  }
  if (response.status === UNAUTHORIZED) {
    return refused(
      keyPath === undefined
        ? `The service at ${base} refused OPERATOR_TOKEN. It may have expired.`
        : `The service at ${base} has another operator key than ${keyPath}. Set DATA_DIR to its data directory.`,
    );
  }
  return response.ok ? { ok: true, body } : refused(sentence(body, nameMember));
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

const refusal = z.object({
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).default([]),
  request_id: z.string(),
});

const FIRST_FAILURE = 500;

/**
 * Returns a refusal in the service's words: its detail, and each error on a line. A 5xx has its title, its detail
 * and the request's id.
 */
function sentence(body: unknown, nameMember: NameMember): string {
  const { data } = refusal.safeParse(body);
  if (data === undefined) return 'The command failed. See the log of the service for the cause.';
  const { title, status, detail, request_id: requestId } = data;
  if (status >= FIRST_FAILURE) return `${title}. ${detail}\n  request_id ${requestId}`;
  const lines = data.errors.map(({ pointer, detail: error }) =>
    pointer === '' ? `  ${error}` : `  ${nameMember(pointer)}: ${error}`,
  );
  return [detail, ...lines].join('\n');
}
