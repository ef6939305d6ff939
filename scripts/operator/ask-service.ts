import { join, resolve } from 'node:path';
import { z } from 'zod';
import { nonEmptyVariables } from '#contract/environment.ts';
import { optionName } from '#service/operator/command-options.ts';
import { OPERATOR_NAME_HEADER } from '#service/operator/operator-key.ts';
import { CommandFailed } from '../command-line.ts';
import { findService } from './find-service.ts';
import { readGivenFile } from './read-file.ts';

/** Names the member of the input that a JSON pointer leads to, as the person who typed the command knows it. */
export type NameMember = (pointer: string) => string;

export const SERVICE_LOOKUP_HELP = [
  'The running service is found through DATA_DIR (default .data), which holds the operator key, and PORT if several',
  'services share that directory. From another machine, set OPERATOR_URL and OPERATOR_TOKEN.',
].join(' ');

const TIMEOUT_MS = 60_000;
const UNAUTHORIZED = 401;
const FIRST_FAILURE = 500;

/**
 * Runs a command, which the service may not know.
 *
 * @throws CommandFailed if the service refuses it, or does not answer
 */
export async function askCommand(
  command: string,
  input: object,
  nameMember?: NameMember,
): Promise<unknown> {
  const init = { method: 'POST', body: JSON.stringify(input) };
  return readJson(await send(pathOf(command), withTimeout(init), nameMember));
}

/** Asks the running service for the commands that the caller may use. */
export async function askCommands(): Promise<unknown> {
  return readJson(await send('/commands', withTimeout({})));
}

/** Fetches the file that a command answers. */
export async function fetchFile(command: string, input: Record<string, string>): Promise<Response> {
  return send(`${pathOf(command)}?${new URLSearchParams(input).toString()}`, {});
}

function pathOf(command: string): string {
  return `/${command.split(' ').map(encodeURIComponent).join('/')}`;
}

function withTimeout(init: RequestInit): RequestInit {
  return { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) };
}

/**
 * Sends a request to the running service, which `findService` finds. Authenticates with OPERATOR_TOKEN, else with the
 * operator's key in DATA_DIR. The answer's body is not read yet.
 */
async function send(
  path: string,
  init: RequestInit,
  nameMember: NameMember = optionName,
): Promise<Response> {
  const environment = nonEmptyVariables(process.env);
  const { DATA_DIR = '.data', OPERATOR_TOKEN: token, OPERATOR_AS = '' } = environment;
  const base = await findService(environment);
  const url = `${base}/api/operator/v1${path}`;
  if (!URL.canParse(url)) {
    throw new CommandFailed(`${base} is not a URL. Correct PORT or OPERATOR_URL.`);
  }
  const keyPath = join(resolve(DATA_DIR), 'operator.key');
  const headers = {
    authorization: `Bearer ${token ?? (await readKey(keyPath))}`,
    'content-type': 'application/json',
    [OPERATOR_NAME_HEADER]: encodeURIComponent(OPERATOR_AS),
  };
  const response = await fetch(url, { ...init, headers }).catch(() => {
    throw new CommandFailed(
      `No service answers at ${base}. Start it, or set PORT or OPERATOR_URL.`,
    );
  });
  if (response.ok) return response;
  const body = await readJson(response);
  if (response.status !== UNAUTHORIZED) throw new CommandFailed(toSentence(body, nameMember));
  throw new CommandFailed(
    token === undefined
      ? `The service at ${base} has another operator key than ${keyPath}. Set DATA_DIR to its data directory.`
      : `The service at ${base} refused OPERATOR_TOKEN. It may have expired.`,
  );
}

async function readKey(path: string): Promise<string> {
  const key = await readGivenFile(path).catch((error: unknown) => {
    if (!(error instanceof CommandFailed)) throw error;
    const hint = 'Start the service first, or set DATA_DIR to its data directory, as its user.';
    throw new CommandFailed(`${error.message} ${hint}`);
  });
  return key.toString().trim();
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    const { origin } = new URL(response.url);
    throw new CommandFailed(
      `The server at ${origin} stopped, or is not Tollgate. Set PORT or OPERATOR_URL.`,
    );
  }
}

const refusal = z.object({
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).default([]),
  request_id: z.string(),
});

/**
 * Returns a refusal in the service's words: its detail, and each error on a line. A 5xx has its title, its detail
 * and the request's id.
 */
function toSentence(body: unknown, nameMember: NameMember): string {
  const { data } = refusal.safeParse(body);
  if (data === undefined) return 'The command failed. See the log of the service for the cause.';
  const { title, status, detail, request_id: requestId } = data;
  if (status >= FIRST_FAILURE) return `${title}. ${detail}\n  request_id ${requestId}`;
  const lines = data.errors.map(({ pointer, detail: error }) =>
    pointer === '' ? `  ${error}` : `  ${nameMember(pointer)}: ${error}`,
  );
  return [detail, ...lines].join('\n');
}
