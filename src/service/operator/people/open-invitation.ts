import type { ServiceContext } from '../../platform/context.ts';
import { FINGERPRINTED } from '../../platform/keyring-purposes.ts';
import { findInvitation, type InvitationRow } from './invitation-queries.ts';
import { findPerson, type PersonRow } from './queries.ts';
import { tokenHash } from './tokens.ts';
import { base32, otpauthUri } from './totp.ts';

/** As the authenticator apps expect it of SHA-1. */
const TOTP_BYTES = 20;

/** What a link offers to whoever opens it. */
export interface Offer {
  /** Undefined where whoever accepts says it. */
  email: string | undefined;
  role: string;
  /** Whether there is a person already, who gets a new second factor. */
  known: boolean;
  /** Whether that person has a password, which the link alone does not replace. */
  has_password: boolean;
  totp: { secret: string; uri: string };
}

/** @returns undefined where the link is none, was used or has expired */
export async function openInvitation(
  context: ServiceContext,
  token: string,
): Promise<Offer | undefined> {
  const invited = await findInvited(context, token);
  if (invited === undefined) return undefined;
  const { known, role, email } = invited;
  const secret = offeredSecret(context, token);
  const totp = { secret: base32(secret), uri: otpauthUri(secret, email ?? 'operator') };
  const has_password = typeof known?.password_hash === 'string';
  return { email, role, known: known !== undefined, has_password, totp };
}

/** Whom a link is for, as far as that is known before it is accepted. */
export interface InvitedPerson {
  invitation: InvitationRow;
  /** Undefined for somebody new. */
  known: PersonRow | undefined;
  /** Of the person that there is, or will be. */
  id: string;
  role: PersonRow['role'];
  /** Undefined where whoever accepts says it. */
  email: string | undefined;
}

/**
 * Undefined where the link is no good, or for somebody who was removed meanwhile. Somebody new gets the id of
 * their link: a passkey is made for a person's id, before there is the person.
 */
export async function findInvited(
  context: Pick<ServiceContext, 'db' | 'now'>,
  token: string,
): Promise<InvitedPerson | undefined> {
  const invitation = await findInvitation(context.db, tokenHash(token), context.now());
  if (invitation === undefined) return undefined;
  const { id, person_id, role, email } = invitation;
  const known = person_id === null ? undefined : await findPerson(context.db, person_id);
  if (known !== undefined) {
    return { invitation, known, id: known.id, role: known.role, email: known.email };
  }
  return role === null ? undefined : { invitation, known, id, role, email: email ?? undefined };
}

/** From the token, so that it need not be kept: only this service can tell it, and only while the link works. */
export function offeredSecret({ keyring }: Pick<ServiceContext, 'keyring'>, token: string): Buffer {
  return keyring.fingerprint(FINGERPRINTED.offeredTotp, token).subarray(0, TOTP_BYTES);
}
