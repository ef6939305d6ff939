import { Hono } from 'hono';
import { z } from 'zod';
import { acceptInvitation, type Accepted } from '../../../operator/people/accept-invitation.ts';
import { findInvited, openInvitation } from '../../../operator/people/open-invitation.ts';
import { registrationOptions } from '../../../operator/people/passkeys/register.ts';
import { passkeyName, registrationResponse } from '../../../operator/people/passkeys/responses.ts';
import type { ServiceContext } from '../../../platform/context.ts';
import { addressOf } from '../../operator/actor.ts';
import { refuseOperator } from '../../operator/problems.ts';
import { offerCookie, offeredSecretOf } from '../../operator/session-cookie.ts';
import { readJson } from '../../read-body.ts';
import type { Environment, RequestContext } from '../../request-context.ts';
import { answer, refuseInput, signedIn } from './answers.ts';
import { text, type SessionParts } from './parts.ts';

const offered = z.strictObject({ token: text });
const whose = z.strictObject({ token: text, email: text.optional() });
const newPasskey = z.strictObject({ name: passkeyName, response: registrationResponse });
const acceptance = z.union([
  whose.extend({ password: text, code: text }),
  whose.extend({ password: text.optional(), passkey: newPasskey }),
]);

/** Links for somebody new, or for somebody's new second factor. */
export function createInvitationRoutes({
  context,
  guard,
  partyOf,
}: SessionParts): Hono<Environment> {
  const app = new Hono<Environment>();
  app.post('/session/offer', async (c) => {
    const given = offered.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    const opened = await openInvitation(context, given.data.token);
    if (opened === undefined) return refuseOperator(c, 'not_found', { detail: GONE });
    return answer(c, opened.offer, { 'set-cookie': offerCookie(c, opened.sealedSecret) });
  });
  app.post('/session/offer/passkey', async (c) => {
    const given = whose.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    const invited = await findInvited(context, given.data.token);
    if (invited === undefined) return refuseOperator(c, 'not_found', { detail: GONE });
    const { invitation, id: personId } = invited;
    const email = invited.email ?? given.data.email ?? '';
    const purpose = { to: 'accept', invitationId: invitation.id } as const;
    return answer(c, await registrationOptions(context, partyOf(c), { purpose, personId, email }));
  });
  app.post('/session/accept', async (c) => {
    const given = acceptance.safeParse(await readJson(c.req.raw));
    if (!given.success) return refuseInput(c, given.error);
    const { token, email, password } = given.data;
    const factor =
      'code' in given.data
        ? { code: given.data.code, sealedSecret: offeredSecretOf(c) }
        : { passkey: given.data.passkey, party: partyOf(c) };
    return guard(c, token, async () => {
      const acceptanceOf = { token, email, password, factor };
      return accepted(context, c, await acceptInvitation(context, acceptanceOf, addressOf(c)));
    });
  });
  return app;
}

async function accepted(
  context: ServiceContext,
  c: RequestContext,
  done: Accepted,
): Promise<Response> {
  if (done.ok) {
    const { person, recoveryCodes } = done;
    const { email, role } = person;
    const body = { email, role, recovery_codes: recoveryCodes };
    return signedIn(context, c, { person, way: 'link' }, body);
  }
  return done.problems === 'gone'
    ? refuseOperator(c, 'not_found', { detail: GONE })
    : refuseOperator(c, 'invalid', { problems: done.problems });
}

const GONE = 'The link is none, was used, or has expired. Ask for another one.';
