import type { Generated } from 'kysely';

export type PersonRole = 'viewer' | 'support' | 'finance' | 'admin' | 'merchant';

/** A person who operates the service. */
export interface PersonTable {
  id: string;
  /**
   * As typed; unique among invited people who were not removed, ignoring case. For a person of a provider, what the
   * provider says: it is shown, and identifies nobody.
   */
  email: string;
  role: PersonRole;
  /** Only for role merchant: the merchant whose orders, keys and webhooks the person sees. */
  merchant_id: string | null;
  /** The OpenID Connect provider at which the person signs in; null for a person with passkeys. */
  oidc_issuer: Generated<string | null>;
  /** The provider's unchanging name for the person. */
  oidc_subject: Generated<string | null>;
  /** Failed sign-ins since the last successful one. */
  failed_sign_ins: Generated<number>;
  created_at: Date;
  removed_at: Date | null;
  /** A keyed hash over the row (`platform/bound-rows.ts`). */
  row_mac: Generated<Uint8Array | null>;
  /** The audit row that made the row as it is. */
  audit_number: Generated<bigint | null>;
}

/** A key in a person's device or password manager, which is enough to sign in. */
export interface PasskeyTable {
  id: string;
  person_id: string;
  /** As the authenticator chose it; unique among all passkeys, including removed ones. */
  credential_id: Uint8Array;
  /** COSE. */
  public_key: Uint8Array;
  /** How often the authenticator has signed; 0 if it does not count. */
  counter: bigint;
  /** How the authenticator is reached, as reported by the browser: `internal,hybrid`. */
  transports: string;
  /** The person's own name for it. */
  name: string;
  /**
   * When the last challenge that it answered was issued; an equally old or older challenge is not accepted any more.
   */
  challenged_at: Date;
  created_at: Date;
  last_used_at: Date | null;
  removed_at: Date | null;
  /** A keyed hash over the row (`platform/bound-rows.ts`). */
  row_mac: Generated<Uint8Array | null>;
  /** The audit row that made the row as it is. */
  audit_number: Generated<bigint | null>;
}

/** A link that works once: for a new person, or for a person who lost their passkeys. */
export interface InvitationTable {
  id: string;
  /** SHA-256. */
  token_hash: Uint8Array;
  person_id: string | null;
  role: PersonRole | null;
  merchant_id: string | null;
  /** Null if the invited person enters it. */
  email: string | null;
  created_at: Date;
  expires_at: Date;
  /** When the first browser opened it. */
  opened_at: Generated<Date | null>;
  used_at: Date | null;
  /** A keyed hash over the row (`platform/bound-rows.ts`). */
  row_mac: Generated<Uint8Array | null>;
  /** The audit row that made the row as it is. */
  audit_number: Generated<bigint | null>;
}

export interface OperatorSessionTable {
  id: string;
  person_id: string;
  /** SHA-256. */
  token_hash: Uint8Array;
  /** The address from which it was started. */
  address: string | null;
  /** The User-Agent of the browser. */
  agent: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  /** A keyed hash over the row (`platform/bound-rows.ts`). */
  row_mac: Generated<Uint8Array | null>;
  /** The audit row that made the row as it is. */
  audit_number: Generated<bigint | null>;
}

export interface PeopleTables {
  people: PersonTable;
  passkeys: PasskeyTable;
  invitations: InvitationTable;
  operator_sessions: OperatorSessionTable;
}
