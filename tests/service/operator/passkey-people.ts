/** People with passkeys, and their browser's requests. */
import { z } from 'zod';
import type { TestClock } from '../../support/process/clock.ts';
import type { RunningService } from '../../support/process/service.ts';
import { makePasskey, signWith, type Passkey, type Wrong } from './authenticator.ts';
import { browse, inviteLink, tokenIn } from '../../support/operator/people.ts';

const SECOND_MS = 1_000;

const auditRows = z.object({
  items: z.array(
    z.object({
      address: z.string().nullable(),
      after: z.string().transform((text) => JSON.parse(text) as unknown),
    }),
  ),
});

const accepted = z.object({ recovery_codes: z.array(z.string()) });

let counted = 0;

export function passkeyPeople(running: RunningService, clock: TestClock) {
  const browser = {
    /** Creates a person with only a passkey, signed in. */
    async newOwner(input: object = {}) {
      counted += 1;
      const email = `key-${counted}@pay.example`;
      const token = tokenIn(await inviteLink(running, { role: 'viewer', ...input, email }));
      return { email, ...(await acceptWithPasskey(running, clock, token)) };
    },
    /** Requests a challenge for signing in, a second after the last one. */
    async challenged(path = 'session/passkey/options', cookie = '') {
      clock.advance(SECOND_MS);
      return (await browse(running, path, { body: {}, headers: { cookie } })).body;
    },
    async signIn(passkey: Passkey, wrong?: Wrong, options?: unknown) {
      const asked = options ?? (await browser.challenged());
      return browser.send(signWith(passkey, asked, originOf(running), wrong));
    },
    send: (passkey: object) => browse(running, 'session/passkey', { body: { passkey } }),
    /** Returns a passkey's proof that the session's person is present. */
    async proofBy(passkey: Passkey, cookie: string) {
      const asked = await browser.challenged('session/confirmation', cookie);
      return { passkey: signWith(passkey, asked, originOf(running)) };
    },
    own: (cookie: string, path: string, method: string, body?: object) =>
      browse(running, `session${path}`, { method, headers: { cookie }, ...(body && { body }) }),
    async shown(email: string) {
      return (await running.operator('people show', { person: email })).body;
    },
    /** Returns the audit rows of a person's command, newest first. */
    async rowsOf(command: string, email: string) {
      const filter = { command, actor: `person ${email}` };
      return auditRows.parse((await running.operator('audit list', filter)).body).items;
    },
  };
  return browser;
}

/** Returns the origin of the service's links, for which passkeys are created. */
export function originOf({ operatorUrl }: RunningService): string {
  return `http://localhost:${new URL(operatorUrl).port}`;
}

/** Accepts a link with only a passkey. */
export async function acceptWithPasskey(
  running: RunningService,
  clock: TestClock,
  token: string,
  origin = originOf(running),
) {
  clock.advance(SECOND_MS);
  const { body: options } = await browse(running, 'session/offer/passkey', { body: { token } });
  const { passkey, response } = makePasskey(options, origin);
  const body = { token, passkey: { name: 'Laptop', response } };
  const answer = await browse(running, 'session/accept', { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { recovery_codes: recoveryCodes } = accepted.parse(answer.body);
  return { cookie: answer.cookie, passkey, recoveryCodes };
}
