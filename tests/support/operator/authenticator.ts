/** A software authenticator: creates passkeys and signs with them, wrongly if asked to. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const created = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});
const requested = z.object({ challenge: z.string(), rpId: z.string() });

/** Deviations from a correct passkey response. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  type?: string;
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Signs with another key. */
  forged?: boolean;
}

export interface Passkey {
  id: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
}

/** Creates a passkey from `PublicKeyCredentialCreationOptionsJSON`, as a browser at that origin would. */
export function makePasskey(options: unknown, origin: string, wrong: Wrong = {}) {
  const { challenge, rp, user } = created.parse(options);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const counter = wrong.counter ?? 0;
  const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseOf(publicKey)]);
  const authData = Buffer.concat([
    authenticatorData(
      wrong.rpId ?? rp.id,
      counter,
      wrong.unverified ? ATTESTED : ATTESTED | VERIFIED,
    ),
    attested,
  ]);
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', Uint8Array.from(authData)],
  ]);
  const attestationObject = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]);
  const passkey: Passkey = {
    id: id.toString('base64url'),
    userHandle: user.id,
    privateKey,
    counter,
  };
  return {
    passkey,
    response: {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData(
          wrong.type ?? 'webauthn.create',
          challenge,
          wrong.origin ?? origin,
        ),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    },
  };
}

/** Signs a `PublicKeyCredentialRequestOptionsJSON`. Increments the counter of a passkey that counts. */
export function signWith(passkey: Passkey, options: unknown, origin: string, wrong: Wrong = {}) {
  const { challenge, rpId } = requested.parse(options);
  if (passkey.counter > 0) passkey.counter += 1;
  const flags = wrong.unverified ? 0 : VERIFIED;
  const counter = wrong.counter ?? passkey.counter;
  const authData = authenticatorData(wrong.rpId ?? rpId, counter, flags);
  const clientDataJSON = clientData(
    wrong.type ?? 'webauthn.get',
    challenge,
    wrong.origin ?? origin,
  );
  const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
  const { privateKey } = wrong.forged
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : passkey;
  const signature = sign('sha256', Buffer.concat([authData, hash]), privateKey);
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: wrong.userHandle ?? passkey.userHandle,
    },
  };
}

function authenticatorData(rpId: string, counter: number, flags: number): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  const rpIdHash = createHash('sha256').update(rpId).digest();
  return Buffer.concat([rpIdHash, Buffer.from([flags | PRESENT]), counted]);
}

function clientData(type: string, challenge: string, origin: string): string {
  const said = JSON.stringify({ type, challenge, origin, crossOrigin: false });
  return Buffer.from(said).toString('base64url');
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** Encodes an ES256 public key on P-256 as COSE (RFC 9053). */
function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  const key = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return isoCBOR.encode(key);
}
