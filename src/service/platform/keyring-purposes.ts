/**
 * What goes through the keyring, and for what: the purpose is part of every sealed value and of every
 * fingerprint, so that none of them can stand in the place of another. A text that changes here makes
 * unreadable what was sealed under it, and unfindable what was fingerprinted.
 */

/** Sealed, to be opened again. */
export const SEALED = {
  apiKeySecret: 'api key secret',
  webhookSecret: 'webhook secret',
  terminalCredentials: 'terminal credentials',
  totpSecret: 'totp secret',
  /** What a link offers an authenticator, on its way through the browser that opened it. */
  offeredTotp: 'offered totp secret',
  masterKeyCheck: 'master key check',
  fingerprintKey: 'fingerprint key',
} as const;
export type SealingPurpose = (typeof SEALED)[keyof typeof SEALED];

/** Fingerprinted, to be found again and never read. */
export const FINGERPRINTED = {
  /** On a merchant's block list, by kind; also the card of an attempt. */
  card: 'card',
  email: 'email',
  phone: 'phone',
  /** The account that a payout goes to. */
  destination: 'destination',
  /** What a create request said in one of its fields, once that is erased. */
  requestField: 'request field',
  /** A secret that is shown and recorded as what it is compared by. */
  secret: 'secret',
  /** What lets somebody in, with all that it grants: `operator/grants.ts`. */
  grant: 'grant',
  /** What a passkey is to sign, and until when: only this service can have made it. */
  passkeyChallenge: 'passkey challenge',
  /** A row of the audit, with the fingerprint of the row before it. */
  auditRow: 'audit row',
  /** Which row of a cell's audit is the last. */
  auditHead: 'audit head',
} as const;
export type FingerprintPurpose = (typeof FINGERPRINTED)[keyof typeof FINGERPRINTED];
