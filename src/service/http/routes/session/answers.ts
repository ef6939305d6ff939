import type { z } from 'zod';
import { openSession } from '../../../operator/people/open-session.ts';
import type { ServiceContext } from '../../../platform/context.ts';
import { addressOf } from '../../operator/actor.ts';
import { refuseOperator } from '../../operator/problems.ts';
import { sendReply, type RequestContext } from '../../request-context.ts';
import { sessionCookie } from '../../operator/session-cookie.ts';

export function answer(
  c: RequestContext,
  body: object,
  headers: Record<string, string> = {},
): Response {
  return sendReply(c, {
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** What is wrong with what a page sent, a sentence each. */
export function refuseInput(c: RequestContext, { issues }: z.ZodError): Response {
  const problems = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return refuseOperator(c, 'invalid', { problems });
}

/** Begins a session, and answers with its cookie. */
export async function signedIn(
  context: ServiceContext,
  c: RequestContext,
  who: Parameters<typeof openSession>[1],
  body: object,
): Promise<Response> {
  const agent = c.req.header('user-agent');
  const from = { address: addressOf(c), agent };
  const { token, expiresAt, failedBefore } = await openSession(context, who, from);
  const cookie = { 'set-cookie': sessionCookie(c, token) };
  return answer(c, { ...body, expires_at: expiresAt, failed_before: failedBefore }, cookie);
}
