import { Hono } from 'hono';
import { z } from 'zod';
import { confirmationOptions } from '../../../operator/people/account/confirm.ts';
import {
  addOwnPasskey,
  ownPasskeyOptions,
  removeOwnPasskey,
} from '../../../operator/people/account/own-passkeys.ts';
import { passkeyName, registrationResponse } from '../../../operator/people/passkeys/responses.ts';
import { readJson } from '../../read-body.ts';
import type { Environment } from '../../request-context.ts';
import { answered } from '../operator-answer.ts';
import { answer, refuseInput } from './answers.ts';
import { confirmedRoute, ofOne, ownRoute, proven } from './own-route.ts';
import type { SessionParts } from './parts.ts';

const newPasskey = z.strictObject({ name: passkeyName, response: registrationResponse });

/** The passkeys of whoever has signed in, and confirming by one of them. */
export function createOwnPasskeyRoutes(parts: SessionParts): Hono<Environment> {
  const { context, partyOf } = parts;
  const app = new Hono<Environment>();
  const signedInAs = ownRoute(parts);
  const confirmed = confirmedRoute(parts);
  app.post(
    '/session/confirmation',
    signedInAs(async (c, { session }) =>
      answer(c, await confirmationOptions(context, partyOf(c), session)),
    ),
  );
  app.post(
    '/session/passkeys/options',
    confirmed(proven, async (c, { session }) =>
      answer(c, await ownPasskeyOptions(context, partyOf(c), session)),
    ),
  );
  app.post(
    '/session/passkeys',
    signedInAs(async (c, own) => {
      const given = newPasskey.safeParse(await readJson(c.req.raw));
      if (!given.success) return refuseInput(c, given.error);
      const added = await addOwnPasskey(context, { ...own, party: partyOf(c) }, given.data);
      return answered(c, added, { command: 'passkeys add', actor: own.actor.name });
    }),
  );
  app.delete(
    '/session/passkeys/:id',
    ofOne(signedInAs, 'passkeys remove', (own, id) => removeOwnPasskey(context, own, id)),
  );
  return app;
}
