import { z } from 'zod';
import type { RelyingParty } from '../../../operator/people/passkeys/relying-party.ts';
import type { ServiceContext } from '../../../platform/context.ts';
import type { PasswordGuard } from '../../operator/password-guard.ts';
import type { RequestContext } from '../../request-context.ts';

/** What the routes of sessions work with. */
export interface SessionParts {
  context: ServiceContext;
  guard: PasswordGuard;
  /** Whom passkeys are for, by where operators reach this listener. */
  partyOf: (c: RequestContext) => RelyingParty;
}

const MAX_TEXT = 1_024;

/** What somebody types. */
export const text = z.string().max(MAX_TEXT);
