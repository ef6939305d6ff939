/** People with passkeys, and their browser's requests. */
import { z } from 'zod';
import type { TestClock } from '../../support/process/clock.ts';
import type { RunningService } from '../../support/process/service.ts';
import { signWith, type Passkey, type Wrong } from '../../support/operator/authenticator.ts';
import { browse, newPerson, originOf } from '../../support/operator/people.ts';

const SECOND_MS = 1_000;

const auditRows = z.object({
  items: z.array(
    z.object({
      address: z.string().nullable(),
      after: z.string().transform((text) => JSON.parse(text) as unknown),
    }),
  ),
});

export function passkeyPeople(running: RunningService, clock: TestClock) {
  const browser = {
    /** Creates a person, signed in. */
    newOwner: (input: { role?: string } = {}) => newPerson(running, { role: 'viewer', ...input }),
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
    /** Returns a passkey's confirmation that the session's person is present. */
    async confirmedBy(passkey: Passkey, cookie: string) {
      const options = await browser.challenged('session/confirmation', cookie);
      return { passkey: signWith(passkey, options, originOf(running)) };
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
