import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './generated/interface';
import { asProblem, problemOf } from './problem.ts';

/** The timeout of a request. The service works on no request for this long, so the connection must be lost. */
const ANSWER_LIMIT_MS = 120_000;

/** Throws a Problem for every failed request, except for one that its caller has aborted. */
const problems: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
  },
  onError({ error, request }) {
    return request.signal.aborted ? undefined : asProblem(error);
  },
};

/** The interface has the console's origin, so the browser sends the session's cookie. */
const OPTIONS = {
  baseUrl: '/api/operator/v1',
  fetch: (request: Request) => {
    const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
    return fetch(request, { signal: AbortSignal.any([request.signal, limit]) });
  },
};

const client = createClient<paths>(OPTIONS);
client.use(problems);

/** Requests about the person: who is signed in, signing in and out, and their account. */
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

/** The name of a command of the interface: `orders search`. */
export type CommandName = Exclude<NameOf<keyof paths>, 'commands'>;
export type AnswerOf<Name extends CommandName> = PostOf<PathOf<Name>>['answer'];
/** An item of a list's pages. */
export type ItemOf<Name extends CommandName> =
  AnswerOf<Name> extends { items: (infer Item)[] } ? Item : never;
/** A command's input. Undefined members are not sent. */
export type InputOf<Name extends CommandName> = OrUndefined<PostOf<PathOf<Name>>['input']>;
type OrUndefined<Input> = {
  [Member in keyof Input]: object extends Pick<Input, Member>
    ? Input[Member] | undefined
    : Input[Member];
};

/** A part of a command's input; the form asks for the rest. */
export type PartialInputOf<Name extends CommandName> = {
  [Member in keyof InputOf<Name>]?: InputOf<Name>[Member] | undefined;
};

/** The type of any command's path, for a client whose path is a value. `command` declares the exact types. */
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

/** Runs a command with a form's values, which were built from the command's schema. */
export function runForm<Name extends CommandName>(
  name: Name,
  input: object,
): Promise<AnswerOf<Name>>;
export async function runForm(name: string, input: object): Promise<unknown> {
  return send(name, input, null);
}

async function send(name: string, body: object, signal: AbortSignal | null): Promise<unknown> {
  return answerOf(commands.POST(`/${name.replace(' ', '/')}`, { body, signal }));
}
