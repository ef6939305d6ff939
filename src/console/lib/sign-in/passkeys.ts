import * as v from 'valibot';
import { request } from '#console/api/ask.ts';
import { Problem } from '#console/api/problem.ts';

const isObject = (given: unknown): boolean => typeof given === 'object' && given !== null;
/** What the browser itself reads; it says what is wrong with it. */
export const creationOptions = v.custom<PublicKeyCredentialCreationOptionsJSON>(isObject);
const requestOptions = v.custom<PublicKeyCredentialRequestOptionsJSON>(isObject);

/** Whether this browser can have passkeys at all; where it cannot, none are offered. */
export const knowsPasskeys =
  'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/**
 * Has the browser make a passkey.
 *
 * @returns what the service is told of it
 * @throws Problem
 */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<object> {
  return asked(options.rp.id, () =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  );
}

/**
 * Has a passkey sign what the service asks for at an address: to sign in, or to confirm.
 *
 * @throws Problem
 */
export async function signWithPasskey(
  path: '/session/passkey/options' | '/session/confirmation',
): Promise<object> {
  const options = await request(path, { method: 'POST', answer: requestOptions });
  return asked(options.rpId, () =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
  );
}

async function asked(
  domain: string | undefined,
  ask: () => Promise<Credential | null>,
): Promise<object> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    throw problemOf(error, domain);
  }
  throw new Problem(0, 'The browser gave no passkey');
}

function problemOf(error: unknown, domain = ''): Problem {
  const name = error instanceof DOMException ? error.name : '';
  const { title, detail } = SAID[name] ?? {
    title: 'The browser gave no passkey',
    detail: TRY_AGAIN,
  };
  return new Problem(0, title, { detail: detail.replace('DOMAIN', domain) });
}

const TRY_AGAIN = 'Try again, or sign in with your password.';
const SAID: Readonly<Record<string, { title: string; detail: string }>> = {
  NotAllowedError: {
    title: 'Nothing was signed',
    detail: "The browser's dialog was closed, took too long, or found no passkey. Try again.",
  },
  InvalidStateError: {
    title: 'There is a passkey already',
    detail: 'This device or password manager has one of yours for Tollgate.',
  },
  SecurityError: {
    title: 'Passkeys are not for this address',
    detail: 'They are for DOMAIN: open the console there.',
  },
};
