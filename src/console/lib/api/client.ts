import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './interface';
import { missingCells } from './missing-cells.ts';
import { asProblem, problemOf } from './problem.ts';

/** The longest that the service works on a request, and more: after that the connection is lost. */
const ANSWER_LIMIT_MS = 120_000;

/** Whatever cannot be answered is thrown as a Problem, but for a request that its caller has aborted. */
const problems: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
  },
  onError({ error, request }) {
    return request.signal.aborted ? undefined : asProblem(error);
  },
};

/** The session's cookie goes along. */
const OPTIONS = {
  baseUrl: '/api/operator/v1',
  fetch: (request: Request) => {
    const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
    return fetch(request, { signal: AbortSignal.any([request.signal, limit]) });
  },
};

const client = createClient<paths>(OPTIONS);
client.use(problems);

/** What pages ask for a person: who is signed in, signing in and out, and their own account. */
export const { GET: get, POST: post, DELETE: remove } = client;

/** @throws Problem */
export async function answerOf<Answer>(
  asked: Promise<{ data: Answer } | { data?: never }>,
): Promise<Answer> {
  const { data } = await asked;
  if (data === undefined) throw new Error('There is no answer without a problem');
  return data;
}

type JsonOf<Body> = Body extends { content: { 'application/json': infer Json } } ? Json : never;
type PostOf<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: infer Body; responses: { 200: infer Answer } };
}
  ? { input: JsonOf<Body>; answer: JsonOf<Answer> }
  : never;

type NameOf<Path> = Path extends '/session' | `/session/${string}`
  ? never
  : Path extends `/${infer Noun}/${infer Verb}`
    ? `${Noun} ${Verb}`
    : Path extends `/${infer Word}`
      ? Word
      : never;
type PathOf<Name extends string> = keyof paths &
  (Name extends `${infer Noun} ${infer Verb}` ? `/${Noun}/${Verb}` : `/${Name}`);

/** A command that the interface has: `orders search`. */
export type CommandName = Exclude<NameOf<keyof paths>, 'commands'>;
export type AnswerOf<Name extends CommandName> = PostOf<PathOf<Name>>['answer'];
/** An item of a list's pages. */
export type ItemOf<Name extends CommandName> =
  AnswerOf<Name> extends { items: (infer Item)[] } ? Item : never;
/** What is undefined is left out. */
export type InputOf<Name extends CommandName> = OrUndefined<PostOf<PathOf<Name>>['input']>;
type OrUndefined<Input> = {
  [Member in keyof Input]: object extends Pick<Input, Member>
    ? Input[Member] | undefined
    : Input[Member];
};

/** A part of a command's input: the rest is asked for. */
export type PartialInputOf<Name extends CommandName> = {
  [Member in keyof InputOf<Name>]?: InputOf<Name>[Member] | undefined;
};

/** The same client for a command that is a value: the types of `command` stand for those of its paths. */
interface CommandPath {
  post: {
    requestBody: { content: { 'application/json': object } };
    responses: { 200: { content: { 'application/json': unknown } } };
  };
}
const commands = createClient<Record<`/${string}`, CommandPath>>(OPTIONS);
commands.use(problems);

/**
 * Runs a command.
 *
 * @throws Problem
 */
export function command<Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>>;
export async function command(
  name: string,
  body: object,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  return send(name, body, signal);
}

/**
 * Runs a command with what a form has sent, which its schema has made.
 *
 * @throws Problem
 */
export function runForm<Name extends CommandName>(
  name: Name,
  input: object,
): Promise<AnswerOf<Name>>;
export async function runForm(name: string, input: object): Promise<unknown> {
  return send(name, input, null);
}

async function send(name: string, body: object, signal: AbortSignal | null): Promise<unknown> {
  const answer = await answerOf(commands.POST(`/${name.replace(' ', '/')}`, { body, signal }));
  missingCells.note(name, answer);
  return answer;
}
