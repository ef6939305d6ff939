import { Hono } from 'hono';
import { z } from 'zod';
import { assertionOptions, verifyAssertion } from '../../../operator/people/passkeys/assert.ts';
import { assertionResponse } from '../../../operator/people/passkeys/responses.ts';
import { signIn } from '../../../operator/people/sign-in.ts';
import { endOwnSession } from '../../../operator/people/account/own-changes.ts';
import { actorOf, addressOf, currentSession } from '../../operator/actor.ts';
import { refuseOperator } from '../../operator/problems.ts';
import { readJson } from '../../read-body.ts';
import type { Environment } from '../../request-context.ts';
import { sessionCookie } from '../../operator/session-cookie.ts';
import { answer, refuseInput, signedIn } from './answers.ts';
import { text, type SessionParts } from './parts.ts';

const credentials = z.strictObject({ email: text, password: text, code: text });
const passkey = z.strictObject({ passkey: assertionResponse });

/** Who is signed in, signing in by either way, and signing out. */
export function createSignInRoutes({ context, guard, partyOf }: SessionParts): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/session', async (c) => {
    const session = await currentSession(context, c);
    if (session === undefined) return refuseOperator(c, 'unauthenticated');
    const { email, role, merchantId, expiresAt } = session;
    return answer(c, { email, role, merchant: merchantId, expires_at: expiresAt });
  });
  app.post('/session', async (c) => {
    const given = credentials.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    return guard(c, given.data.email, async () => {
      const who = await signIn(context, given.data);
      if (who === undefined) return refuseOperator(c, 'unauthenticated', { detail: WRONG });
      const { email, role } = who.person;
      return signedIn(context, c, who, { email, role });
    });
  });
  app.post('/session/passkey/options', async (c) =>
    answer(c, await assertionOptions(context, partyOf(c), { to: 'sign in' })),
  );
  app.post('/session/passkey', async (c) => {
    const given = passkey.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    const { passkey: response } = given.data;
    return guard(c, `passkey ${response.id}`, async () => {
      const asked = { purpose: { to: 'sign in' }, response, address: addressOf(c) } as const;
      const person = await verifyAssertion(context, partyOf(c), asked);
      if (person === undefined) return refuseOperator(c, 'unauthenticated', { detail: UNKNOWN });
      const { email, role } = person;
      return signedIn(context, c, { person, way: 'passkey' }, { email, role });
    });
  });
  app.delete('/session', async (c) => {
    const session = await currentSession(context, c);
    if (session !== undefined) {
      const own = { session, actor: actorOf(session, addressOf(c)) };
      await endOwnSession(context, own, session.id);
    }
    return answer(c, { done: true }, { 'set-cookie': sessionCookie(c, '') });
  });
  return app;
}

const WRONG = 'The e-mail, the password or the code is not right.';
const UNKNOWN = 'The passkey is not known here, or did not sign as it should. Try again.';
