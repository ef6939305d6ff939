import type { Generated } from 'kysely';

export type PersonRole = 'viewer' | 'support' | 'finance' | 'admin' | 'merchant';

/** Who operates the service in person. */
export interface PersonTable {
  id: string;
  /** As it was typed; unique among those who were not removed, in whatever case. */
  email: string;
  role: PersonRole;
  /** Of role merchant, and of no other: whose orders, keys and webhooks they see. */
  merchant_id: string | null;
  /** As it was named then; null where it is in this cell, which knows it. */
  merchant_name: Generated<string | null>;
  /** Null for somebody who signs in with a passkey alone. */
  password_hash: string | null;
  /** Null while a lost one is being replaced. */
  totp_sealed: Uint8Array | null;
  /** The last half minute whose code was used: none is good twice. */
  totp_step: Generated<bigint>;
  /** Since they signed in last. */
  failed_sign_ins: Generated<number>;
  created_at: Date;
  removed_at: Date | null;
  /** Keyed, over what the row grants: `operator/grants.ts`. Null where it grants nothing any more, or was written by a release that knew of none. */
  grant_mac: Generated<Uint8Array | null>;
}

/** A key that a person's device or password manager keeps, by which alone they sign in. */
export interface PasskeyTable {
  id: string;
  person_id: string;
  /** As the authenticator chose it; of all passkeys there ever were, no two have the same. */
  credential_id: Uint8Array;
  /** COSE. */
  public_key: Uint8Array;
  /** How often the authenticator has signed, where it counts; 0 where it does not. */
  counter: bigint;
  /** How it is reached, as its browser told: `internal,hybrid`. */
  transports: string;
  /** The person's own name for it. */
  name: string;
  /** When the last challenge was issued that it answered: none that is as old or older is good any more. */
  challenged_at: Date;
  created_at: Date;
  last_used_at: Date | null;
  removed_at: Date | null;
  /** Keyed, over what the row grants: `operator/grants.ts`. Null where it grants nothing any more, or was written by a release that knew of none. */
  grant_mac: Generated<Uint8Array | null>;
}

/** A link that works once: for somebody new, or for a person's new second factor. */
export interface InvitationTable {
  id: string;
  /** SHA-256. */
  token_hash: Uint8Array;
  person_id: string | null;
  role: PersonRole | null;
  merchant_id: string | null;
  /** As with people. */
  merchant_name: Generated<string | null>;
  /** Null where the invited person says it. */
  email: string | null;
  created_at: Date;
  expires_at: Date;
  /** By the first browser. */
  opened_at: Generated<Date | null>;
  used_at: Date | null;
  /** Keyed, over what the row grants: `operator/grants.ts`. Null where it grants nothing any more, or was written by a release that knew of none. */
  grant_mac: Generated<Uint8Array | null>;
}

export interface RecoveryCodeTable {
  person_id: string;
  /** SHA-256; the codes are random. */
  code_hash: Uint8Array;
  used_at: Date | null;
  /** Keyed, over what the row grants: `operator/grants.ts`. Null where it grants nothing any more, or was written by a release that knew of none. */
  grant_mac: Generated<Uint8Array | null>;
}

export interface OperatorSessionTable {
  id: string;
  person_id: string;
  /** SHA-256. */
  token_hash: Uint8Array;
  /** Where it was begun. */
  address: string | null;
  /** What the browser called itself. */
  agent: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  /** Keyed, over what the row grants: `operator/grants.ts`. Null where it grants nothing any more, or was written by a release that knew of none. */
  grant_mac: Generated<Uint8Array | null>;
}

export interface PeopleTables {
  people: PersonTable;
  passkeys: PasskeyTable;
  invitations: InvitationTable;
  recovery_codes: RecoveryCodeTable;
  operator_sessions: OperatorSessionTable;
}
