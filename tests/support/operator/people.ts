/** People who operate a service: their links, passkeys and sessions. */
import { z } from 'zod';
import { bodyOf, done, requestFor, type Reached } from '../process/operate.ts';
import type { RunningService } from '../process/service.ts';
import { makePasskey, type Passkey } from './authenticator.ts';

const link = z.object({ link: z.url() });
const offer = z.object({
  email: z.string().optional(),
  role: z.string(),
  known: z.boolean(),
  opened_before: z.string().nullable(),
  lets_in: z.boolean(),
});
const signedIn = z.object({ email: z.string() });

export interface Answer {
  status: number;
  body: unknown;
  cookie: string;
  headers: Headers;
}

export interface Person {
  email: string;
  cookie: string;
  passkey: Passkey;
}

/** Sends a request as a browser does, from a page of the same origin unless the headers say otherwise. */
export async function browse(
  running: Pick<Reached, 'operatorUrl'>,
  path: string,
  {
    method = 'POST',
    body,
    headers = {},
  }: { method?: string; body?: object; headers?: object } = {},
): Promise<Answer> {
  const answer = await fetch(`${running.operatorUrl}/api/operator/v1/${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return { status: answer.status, body: await bodyOf(answer), cookie, headers: answer.headers };
}

/** Runs a command under a session. */
export function commandAs(running: RunningService, cookie: string, command: string, body = {}) {
  const { path, init } = requestFor(command, body);
  const asked = init.method === 'GET' ? { method: 'GET' } : { body };
  return browse(running, path, { ...asked, headers: { cookie } });
}

export async function inviteLink(program: Reached, input: object): Promise<string> {
  return link.parse(await done(program, 'people invite', input)).link;
}

export function tokenIn(url: string): string {
  return url.slice(url.lastIndexOf('#') + 1);
}

/** Returns the origin of the service's links, for which passkeys are created. */
export function originOf({ operatorUrl }: Pick<Reached, 'operatorUrl'>): string {
  return `http://localhost:${new URL(operatorUrl).port}`;
}

/** Opens a link. */
export async function offerOf(running: Pick<Reached, 'operatorUrl'>, token: string) {
  return offer.parse((await browse(running, 'session/offer', { body: { token } })).body);
}

/** Accepts a link with a new passkey. */
export async function accept(
  running: Pick<Reached, 'operatorUrl'>,
  { token, email }: { token: string; email?: string },
  origin = originOf(running),
): Promise<Person> {
  const who = { token, ...(email !== undefined && { email }) };
  const { body: options } = await browse(running, 'session/offer/passkey', { body: who });
  const { passkey, response } = makePasskey(options, origin);
  const body = { ...who, passkey: { name: 'Laptop', response } };
  const answer = await browse(running, 'session/accept', { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { email: signedIn.parse(answer.body).email, cookie: answer.cookie, passkey };
}

let counted = 0;

/** Invites a new person, who accepts and is signed in. */
export async function newPerson(
  running: RunningService,
  input: { role: string; merchant?: string },
): Promise<Person> {
  counted += 1;
  const email = `person-${counted}@pay.example`;
  const url = await inviteLink(running, { ...input, email });
  return accept(running, { token: tokenIn(url) });
}
