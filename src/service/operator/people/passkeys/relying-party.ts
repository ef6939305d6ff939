/** Whom passkeys are made for: browsers give them to pages of this domain alone, and say from which origin. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** @param url where operators reach the console */
export function relyingParty(url: string): RelyingParty {
  const { hostname, origin } = new URL(url);
  return { id: hostname, origin };
}

/** Made available when somebody first has to do with a passkey: it takes a fifth of a second. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** WebAuthn's handle of a person: the bytes of their id. */
export function userHandle(personId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(personId.replaceAll('-', ''), 'hex'));
}
