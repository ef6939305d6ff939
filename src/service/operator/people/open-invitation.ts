import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../../platform/context.ts';
import { SEALED } from '../../platform/keyring-purposes.ts';
import { isGranted } from '../grants.ts';
import { findInvitation, noteOpened, type InvitationRow } from './invitation-queries.ts';
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
  /** When it was opened first, if this is not the first time: by whoever had the link then. */
  opened_before: Date | null;
  /** New each time that the link is opened. */
  totp: { secret: string; uri: string };
}

export interface OpenedInvitation {
  offer: Offer;
  /** The secret as the browser that opened the link keeps it: nobody else can accept with its codes. */
  sealedSecret: string;
}

/** @returns undefined where the link is none, was used or has expired */
export async function openInvitation(
  context: ServiceContext,
  token: string,
): Promise<OpenedInvitation | undefined> {
  const invited = await findInvited(context, token);
  if (invited === undefined) return undefined;
  const { invitation, known, role, email } = invited;
  await noteOpened(context.db, invitation.id, context.now());
  const secret = randomBytes(TOTP_BYTES);
  const totp = { secret: base32(secret), uri: otpauthUri(secret, email ?? 'operator') };
  const has_password = typeof known?.password_hash === 'string';
  const opened_before = invitation.opened_at;
  return {
    offer: { email, role, known: known !== undefined, has_password, opened_before, totp },
    sealedSecret: context.keyring
      .seal(SEALED.offeredTotp, invitation.id, secret.toString('base64'))
      .toString('base64url'),
  };
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
  context: Pick<ServiceContext, 'db' | 'now' | 'keyring'>,
  token: string,
): Promise<InvitedPerson | undefined> {
  const invitation = await findInvitation(context.db, tokenHash(token), context.now());
  if (invitation === undefined || !isGranted(context.keyring, 'invitations', invitation)) {
    return undefined;
  }
  const { id, person_id, role, email } = invitation;
  const known = person_id === null ? undefined : await findPerson(context.db, person_id);
  if (known !== undefined) {
    return { invitation, known, id: known.id, role: known.role, email: known.email };
  }
  return role === null ? undefined : { invitation, known, id, role, email: email ?? undefined };
}

/** @returns undefined where the browser has none, or one of another link */
export function offeredSecret(
  { keyring }: Pick<ServiceContext, 'keyring'>,
  { id }: Pick<InvitationRow, 'id'>,
  sealed: string | undefined,
): Buffer | undefined {
  if (sealed === undefined) return undefined;
  try {
    const opened = keyring.unseal(SEALED.offeredTotp, id, Buffer.from(sealed, 'base64url'));
    return Buffer.from(opened, 'base64');
  } catch {
    return undefined;
  }
}
