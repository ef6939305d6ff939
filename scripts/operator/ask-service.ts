import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OPERATOR_NAME_HEADER } from '#service/operator/operator-key.ts';
import { nonEmptyVariables } from '#contract/environment.ts';
import { z } from 'zod';
import type { CommandName } from '#service/operator/commands.ts';
import { findService } from './find-service.ts';

/**
 * The service's answer. `message` is a sentence for the person who typed the command; `status` is set if the service
 * answered.
 */
export type ServiceAnswer =
  | { ok: true; body: unknown }
  | { ok: false; message: string; status?: number; body?: unknown };

/** Names the member of the input that a JSON pointer leads to, as the person who typed the command knows it. */
export type NameMember = (pointer: string) => string;

export const SERVICE_LOOKUP_HELP = [
  'The running service is found through DATA_DIR (default .data), which holds the operator key, and PORT if several',
  'services share that directory. From another machine, set OPERATOR_URL and OPERATOR_TOKEN.',
].join(' ');

/**
 * Runs a command on the running service, which `findService` finds. Authenticates with OPERATOR_TOKEN, else with the
 * operator's key in DATA_DIR.
 */
export async function askService(
  command: CommandName,
  input: object = {},
  nameMember: NameMember = optionName,
): Promise<ServiceAnswer> {
  return askCommand(command, input, nameMember);
}

function optionName(pointer: string): string {
  return `--${pointer.slice(1).replaceAll('/', '.').replaceAll('_', '-')}`;
}

/** Runs a command by a name that the service may not know. */
export async function askCommand(
  command: string,
  input: object,
  nameMember: NameMember,
): Promise<ServiceAnswer> {
  return ask(`/${command.split(' ').map(encodeURIComponent).join('/')}`, input, nameMember);
}

/** Asks the running service for the commands that the caller may use. */
export async function askCommands(): Promise<ServiceAnswer> {
  return ask('/commands', undefined);
}

async function ask(
  path: string,
  input: object | undefined,
  nameMember: NameMember = optionName,
): Promise<ServiceAnswer> {
  const found = await findAddress(path);
  if (!found.ok) return found;
  const { base, url, key, keyPath } = found;
  return evaluated(await send(url, key, input), base, keyPath, nameMember);
}

/** Fetches the file at a path of the operators' interface. The response's body is not read yet. */
export async function fetchFile(
  path: string,
  nameMember: NameMember,
): Promise<{ ok: true; body: NonNullable<Response['body']> } | Failed> {
  const found = await findAddress(path);
  if (!found.ok) return found;
  const { base, url, key, keyPath } = found;
  const headers = { authorization: `Bearer ${key}` };
  const file = await fetch(url, { headers }).catch(() => undefined);
  if (file?.ok === true && file.body !== null) return { ok: true, body: file.body };
  const sent = file && { status: file.status, body: parsed(await file.text()) };
  const answer = evaluated(sent, base, keyPath, nameMember);
  return answer.ok ? refused(NO_FILE) : answer;
}

const NO_FILE = 'The service sent no file.';

type Failed = Extract<ServiceAnswer, { ok: false }>;

interface Address {
  ok: true;
  base: string;
  url: string;
  key: string;
  /** Undefined if a token is sent instead of the key. */
  keyPath: string | undefined;
}

async function findAddress(path: string): Promise<Address | Failed> {
  const environment = nonEmptyVariables(process.env);
  const { DATA_DIR = '.data', OPERATOR_TOKEN } = environment;
  const base = await findService(environment);
  const url = `${base}/api/operator/v1${path}`;
  if (!URL.canParse(url)) return refused(`${base} is not a URL. Correct PORT or OPERATOR_URL.`);
  const keyPath = join(resolve(DATA_DIR), 'operator.key');
  const key =
    OPERATOR_TOKEN === undefined
      ? await readKey(keyPath)
      : { ok: true as const, text: OPERATOR_TOKEN };
  if (!key.ok) return refused(key.message);
  return {
    ok: true,
    base,
    url,
    key: key.text,
    keyPath: OPERATOR_TOKEN === undefined ? keyPath : undefined,
  };
}

/** @param keyPath undefined if a token was sent instead of the key */
function evaluated(
  answer: Sent,
  base: string,
  keyPath: string | undefined,
  nameMember: NameMember,
): ServiceAnswer {
  if (answer === undefined) {
    return refused(`No service answers at ${base}. Start it, or set PORT or OPERATOR_URL.`);
  }
  const { status, body } = answer;
  if (body === undefined) {
    return refused(`The server at ${base} is not Tollgate. Set PORT or OPERATOR_URL.`);
  }
  if (status === UNAUTHORIZED) {
    return refused(
      keyPath === undefined
        ? `The service at ${base} refused OPERATOR_TOKEN. It may have expired.`
        : `The service at ${base} has another operator key than ${keyPath}. Set DATA_DIR to its data directory.`,
    );
  }
  return status < FIRST_REFUSAL
    ? { ok: true, body }
    : { ok: false, message: sentence(body, nameMember), status, body };
}

/** The service's response; undefined if nothing answered. `body` is undefined if the response was not JSON. */
type Sent = { status: number; body: unknown } | undefined;

const FIRST_REFUSAL = 300;
const UNAUTHORIZED = 401;
const TIMEOUT_MS = 60_000;

function refused(message: string): Failed {
  return { ok: false, message };
}

async function readKey(
  path: string,
): Promise<{ ok: true; text: string } | { ok: false; message: string }> {
  try {
    return { ok: true, text: (await readFile(path, 'utf8')).trim() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') {
      return {
        ok: false,
        message: `There is no ${path}. Start the service first, or set DATA_DIR to its data directory.`,
      };
    }
    return {
      ok: false,
      message: `${path} cannot be read (${code}). Only the user who runs the service may read it.`,
    };
  }
}

async function send(url: string, key: string, input: object | undefined): Promise<Sent> {
  try {
    const answer = await fetch(url, {
      method: input === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        [OPERATOR_NAME_HEADER]: encodeURIComponent(process.env['OPERATOR_AS'] ?? ''),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(input !== undefined && { body: JSON.stringify(input) }),
    });
    return { status: answer.status, body: parsed(await answer.text()) };
  } catch {
    return undefined;
  }
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
