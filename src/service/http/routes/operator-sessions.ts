import { Hono, type MiddlewareHandler } from 'hono';
import { relyingParty } from '../../operator/people/passkeys/relying-party.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { operatorOrigin } from '../operator/links.ts';
import { refuseOperator } from '../operator/problems.ts';
import type { PasswordGuard } from '../operator/password-guard.ts';
import type { Environment } from '../request-context.ts';
import { isOwnPage } from '../operator/session-cookie.ts';
import { createAccountRoutes } from './session/account.ts';
import { createInvitationRoutes } from './session/invitations.ts';
import { createOwnPasskeyRoutes } from './session/own-passkeys.ts';
import { createSignInRoutes } from './session/sign-in.ts';

/** What a page asks for people: signing in and out, links for somebody new, and what is their own. */
export function createSessionRoutes(
  context: ServiceContext,
  guard: PasswordGuard,
  publicUrl: string | undefined,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const parts = {
    ...{ context, guard },
    partyOf: (c: Parameters<typeof operatorOrigin>[0]) =>
      relyingParty(operatorOrigin(c, publicUrl)),
  };
  app.use('/session/*', ownPagesOnly);
  app.route('/', createSignInRoutes(parts));
  app.route('/', createInvitationRoutes(parts));
  app.route('/', createAccountRoutes(parts));
  app.route('/', createOwnPasskeyRoutes(parts));
  return app;
}

/** What changes something is for pages of this origin alone. */
const ownPagesOnly: MiddlewareHandler<Environment> = async (c, next) => {
  if (c.req.method !== 'GET' && !isOwnPage(c)) return refuseOperator(c, 'cross_site');
  await next();
  return undefined;
};
