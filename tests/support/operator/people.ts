/** People who operate a service: their links, passwords, second factors and sessions. */
import { z } from 'zod';
import { hotp, stepAt } from '#service/operator/people/totp.ts';
import { done, type Reached } from '../process/operate.ts';
import type { RunningService } from '../process/service.ts';
import type { TestClock } from '../process/clock.ts';

export const PASSWORD = 'nine lamps of tin';
const STEP_MS = 30_000;

type Clock = Pick<TestClock, 'advance' | 'now'>;

const link = z.object({ link: z.url() });
const offer = z.object({
  email: z.string().optional(),
  role: z.string(),
  known: z.boolean(),
  has_password: z.boolean(),
  opened_before: z.string().nullable(),
  lets_in: z.boolean(),
  totp: z.object({ secret: z.string(), uri: z.string() }),
});
const accepted = z.object({ recovery_codes: z.array(z.string()) });

export interface Answer {
  status: number;
  body: unknown;
  cookie: string;
  headers: Headers;
}

export interface Person {
  email: string;
  cookie: string;
  secret: string;
  recoveryCodes: string[];
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
  return { status: answer.status, body: await answer.json(), cookie, headers: answer.headers };
}

/** Runs a command under a session. */
export function commandAs(running: RunningService, cookie: string, command: string, body = {}) {
  return browse(running, command.replace(' ', '/'), { body, headers: { cookie } });
}

export async function inviteLink(program: Reached, input: object): Promise<string> {
  return link.parse(await done(program, 'people invite', input)).link;
}

export function tokenIn(url: string): string {
  return url.slice(url.lastIndexOf('#') + 1);
}

/** Opens a link in a browser. @returns the offer and the cookie that the browser gets */
export async function offerOf(running: Pick<Reached, 'operatorUrl'>, token: string) {
  const { body, cookie } = await browse(running, 'session/offer', { body: { token } });
  return { ...offer.parse(body), cookie };
}

/** Moves the clock to the next 30-second step and returns the authenticator's code, since each code works once. */
export function nextCode(clock: Clock, secret: string): string {
  clock.advance(STEP_MS);
  return hotp(decoded(secret), stepAt(clock.now()));
}

/** Accepts a link with the TOTP secret that it offers. */
export async function accept(
  running: Pick<Reached, 'operatorUrl'>,
  clock: Clock,
  { token, email }: { token: string; email?: string },
): Promise<Person> {
  const { totp, email: known, cookie: offered } = await offerOf(running, token);
  const code = nextCode(clock, totp.secret);
  const body = { token, password: PASSWORD, code, ...(email !== undefined && { email }) };
  const answer = await browse(running, 'session/accept', { body, headers: { cookie: offered } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { recovery_codes: recoveryCodes } = accepted.parse(answer.body);
  const { cookie } = answer;
  return { email: known ?? email ?? '', cookie, secret: totp.secret, recoveryCodes };
}

let counted = 0;

/** Invites a new person, who accepts and is signed in. */
export async function newPerson(
  running: RunningService,
  clock: TestClock,
  input: { role: string; merchant?: string },
): Promise<Person> {
  counted += 1;
  const email = `person-${counted}@pay.example`;
  const url = await inviteLink(running, { ...input, email });
  return accept(running, clock, { token: tokenIn(url) });
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decoded(base32: string): Buffer {
  const bits = Array.from(base32, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
