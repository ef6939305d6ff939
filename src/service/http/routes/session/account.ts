import { Hono } from 'hono';
import { showAccount } from '../../../operator/people/account/own-account.ts';
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  renewRecoveryCodes,
} from '../../../operator/people/account/own-changes.ts';
import { refuseOperator } from '../../operator/problems.ts';
import type { Environment } from '../../request-context.ts';
import { answered } from '../operator-answer.ts';
import { answer } from './answers.ts';
import { confirmedRoute, ofOne, ownRoute, proven } from './own-route.ts';
import { text, type SessionParts } from './parts.ts';

const newPassword = proven.extend({ password: text });

/** What people see and change of themselves, whatever their role. */
export function createAccountRoutes(parts: SessionParts): Hono<Environment> {
  const { context } = parts;
  const app = new Hono<Environment>();
  const signedInAs = ownRoute(parts);
  const confirmed = confirmedRoute(parts);
  app.get(
    '/session/account',
    signedInAs(async (c, { session }) => {
      const account = await showAccount(context, session);
      return account ? answer(c, account) : refuseOperator(c, 'unauthenticated');
    }),
  );
  app.post(
    '/session/password',
    confirmed(newPassword, async (c, own, { password }) => {
      const asked = { command: 'people change-password', actor: own.actor.name };
      return answered(c, await changePassword(context, own, password), asked);
    }),
  );
  app.post(
    '/session/recovery-codes',
    confirmed(proven, async (c, own) => {
      const asked = { command: 'people renew-codes', actor: own.actor.name };
      return answered(c, await renewRecoveryCodes(context, own), asked);
    }),
  );
  app.delete(
    '/session/others',
    signedInAs(async (c, own) => {
      const asked = { command: 'sessions end', actor: own.actor.name };
      return answered(c, await endOtherSessions(context, own), asked);
    }),
  );
  app.delete(
    '/session/sessions/:id',
    ofOne(signedInAs, 'sessions end', (own, id) => endOwnSession(context, own, id)),
  );
  return app;
}
