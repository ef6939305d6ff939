import type { ServiceContext } from '../../platform/context.ts';
import type { PersonRole } from '../../platform/database/tables/people.ts';
import { grantMac } from '../grants.ts';
import { insertInvitation } from './invitation-queries.ts';
import { newToken, tokenHash } from './tokens.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'keyring'>;

/** A role, and of the role merchant for whom. */
export interface ActsAs {
  role: PersonRole;
  merchantId: string | undefined;
  /** Where the merchant lives in another cell. */
  merchantName?: string | undefined;
}

/** Whom a link is for: somebody new, or a person who gets a new second factor. */
export type Invited = (ActsAs & { email: string | undefined }) | { personId: string };

/** Where a link leads: a view of the console. What stands behind the `#` is sent to nobody, and is in no log. */
export function invitationPath(token: string): string {
  return `/console/invite#${token}`;
}

/** Makes a link that works once; only the hash of its token is kept. */
export async function invite(
  { db, now, newId, keyring }: Deps,
  invited: Invited,
  forMs: number,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const [id, token] = [newId(), newToken()];
  const expiresAt = new Date(now().getTime() + forMs);
  const grant = {
    id,
    token_hash: tokenHash(token),
    expires_at: expiresAt,
    ...('personId' in invited ? FOR_SOMEBODY_KNOWN : forSomebodyNew(invited)),
    person_id: 'personId' in invited ? invited.personId : null,
  };
  const grant_mac = grantMac(keyring, 'invitations', grant);
  await insertInvitation(db, { ...grant, grant_mac, created_at: now() });
  return { id, token, expiresAt };
}

const FOR_SOMEBODY_KNOWN = { role: null, merchant_id: null, merchant_name: null, email: null };

function forSomebodyNew({
  role,
  merchantId,
  merchantName,
  email,
}: ActsAs & { email: string | undefined }) {
  return {
    role,
    merchant_id: merchantId ?? null,
    merchant_name: merchantName ?? null,
    email: email ?? null,
  };
}
