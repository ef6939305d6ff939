import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { acceptInvitation, openInvitation } from '../../operator/people/accept-invitation.ts';
import { beginSession, endSession } from '../../operator/people/sessions.ts';
import { signIn } from '../../operator/people/sign-in.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { addressOf, currentSession } from '../operator-actor.ts';
import { refuseOperator } from '../operator-problems.ts';
import type { PasswordGuard } from '../password-guard.ts';
import { readJson } from '../read-body.ts';
import { sendReply, type Environment, type RequestContext } from '../request-context.ts';
import { isOwnPage, sessionCookie } from '../session-cookie.ts';

const MAX_TEXT = 1_024;

const text = z.string().max(MAX_TEXT);
const credentials = z.strictObject({ email: text, password: text, code: text });
const offered = z.strictObject({ token: text });
const acceptance = z.strictObject({
  token: text,
  email: text.optional(),
  password: text,
  code: text,
});

/** Signing in and out, and links for somebody new: what a browser asks before anybody is known by a cookie. */
export function createSessionRoutes(
  context: ServiceContext,
  guard: PasswordGuard,
): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use('/session/*', ownPagesOnly);
  app.get('/session', async (c) => {
    const session = await currentSession(context, c);
    if (session === undefined) return refuseOperator(c, 'unauthenticated');
    const { email, role, merchantId, expiresAt } = session;
    return answer(c, { email, role, merchant: merchantId, expires_at: expiresAt });
  });
  app.post('/session', async (c) => {
    const given = credentials.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseOperator(c, 'invalid', { problems: said(given.error) });
    return guard(c, given.data.email, async () => {
      const person = await signIn(context, given.data);
      if (person === undefined) return refuseOperator(c, 'unauthenticated', { detail: WRONG });
      return signedIn(context, c, person.id, { email: person.email, role: person.role });
    });
  });
  app.delete('/session', async (c) => {
    const session = await currentSession(context, c);
    if (session !== undefined) await endSession(context, session.id);
    return answer(c, { done: true }, { 'set-cookie': sessionCookie(c, '') });
  });
  app.post('/session/offer', async (c) => {
    const given = offered.safeParse(await readJson(c.req.raw));
    const offer = given.success && (await openInvitation(context, given.data.token));
    if (!offer) return refuseOperator(c, 'not_found', { detail: GONE });
    return answer(c, offer);
  });
  app.post('/session/accept', async (c) => {
    const given = acceptance.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseOperator(c, 'invalid', { problems: said(given.error) });
    const { email, ...rest } = given.data;
    return guard(c, rest.token, async () => {
      const accepted = await acceptInvitation(context, { ...rest, email }, addressOf(c));
      if (accepted.ok) {
        const codes = { recovery_codes: accepted.recoveryCodes };
        return signedIn(context, c, accepted.personId, codes);
      }
      return accepted.problems === 'gone'
        ? refuseOperator(c, 'not_found', { detail: GONE })
        : refuseOperator(c, 'invalid', { problems: accepted.problems });
    });
  });
  return app;
}

/** What changes something is for pages of this origin alone. */
const ownPagesOnly: MiddlewareHandler<Environment> = async (c, next) => {
  if (c.req.method !== 'GET' && !isOwnPage(c)) return refuseOperator(c, 'cross_site');
  await next();
  return undefined;
};

const WRONG = 'The e-mail, the password or the code is not right.';
const GONE = 'The link is none, was used, or has expired. Ask for another one.';

async function signedIn(
  context: ServiceContext,
  c: RequestContext,
  personId: string,
  body: object,
): Promise<Response> {
  const agent = c.req.header('user-agent');
  const { token, expiresAt } = await beginSession(context, {
    ...{ personId, address: addressOf(c), agent },
  });
  const cookie = { 'set-cookie': sessionCookie(c, token) };
  return answer(c, { ...body, expires_at: expiresAt }, cookie);
}

function answer(c: RequestContext, body: object, headers: Record<string, string> = {}): Response {
  return sendReply(c, {
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

function said(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
