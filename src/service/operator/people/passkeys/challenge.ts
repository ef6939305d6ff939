import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServiceContext } from '../../../platform/context.ts';
import { FINGERPRINTED } from '../../../platform/keyring-purposes.ts';

type Deps = Pick<ServiceContext, 'keyring' | 'now'>;

/** As long as a browser's own dialog waits. */
export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 8;
const MAC_BYTES = 32;

/** What an answer to a challenge is good for, and whose: a person's id, or that of an invitation. */
export type Purpose =
  | { to: 'sign in' }
  | { to: 'confirm'; personId: string }
  | { to: 'add'; personId: string }
  | { to: 'accept'; invitationId: string };

/**
 * What an authenticator is to sign. It says itself when it was issued, and only this service can have made
 * it: nothing is kept before it is answered, so nobody can ask for too many, and any process can judge the
 * answer. That it is good once, the passkey's row knows (`usePasskey`).
 */
export function newChallenge({ keyring, now }: Deps, purpose: Purpose): Buffer {
  const issued = Buffer.alloc(TIME_BYTES);
  issued.writeBigUInt64BE(BigInt(now().getTime()));
  const said = Buffer.concat([randomBytes(NONCE_BYTES), issued]);
  return Buffer.concat([said, macOf(keyring, purpose, said)]);
}

/** @returns when it was issued; undefined where we issued none such for this purpose, or it is too old */
export function issuedAt(
  { keyring, now }: Deps,
  purpose: Purpose,
  challenge: string,
): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return undefined;
  const said = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const mac = bytes.subarray(NONCE_BYTES + TIME_BYTES);
  if (!timingSafeEqual(mac, macOf(keyring, purpose, said))) return undefined;
  const issued = new Date(Number(said.readBigUInt64BE(NONCE_BYTES)));
  return now().getTime() - issued.getTime() < CHALLENGE_MS ? issued : undefined;
}

function macOf(keyring: Deps['keyring'], purpose: Purpose, said: Uint8Array): Buffer {
  const text = JSON.stringify([purpose, Buffer.from(said).toString('hex')]);
  return keyring.fingerprint(FINGERPRINTED.passkeyChallenge, text);
}
