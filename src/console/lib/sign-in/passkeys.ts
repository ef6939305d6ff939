import { Problem } from '#console/api/problem.ts';

/** Whether this browser supports passkeys. If not, the console offers none. */
export const supportsPasskeys =
  'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/**
 * Asks the browser to create a passkey.
 *
 * @returns the parts to send to the service
 * @throws Problem
 */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<PasskeyPayload<RegistrationResponseJSON>> {
  const passkey = await requestPasskey(options.rp.id, () =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  );
  if (!isNew(passkey)) throw new Problem(0, NO_PASSKEY);
  const { id, rawId, response } = passkey;
  return { id, rawId, type: 'public-key', response };
}

/** The parts of a passkey that the service reads. */
type PasskeyPayload<Passkey extends PasskeyJson> = Pick<Passkey, 'id' | 'rawId' | 'response'> & {
  type: 'public-key';
};

type PasskeyJson = ReturnType<PublicKeyCredential['toJSON']>;

function isNew(passkey: PasskeyJson): passkey is RegistrationResponseJSON {
  return 'attestationObject' in passkey.response;
}

/**
 * Asks a passkey to sign the service's challenge, to sign in or to confirm a change.
 *
 * @throws Problem
 */
export async function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<PasskeyPayload<AuthenticationResponseJSON>> {
  const passkey = await requestPasskey(options.rpId, () =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
  );
  if (isNew(passkey)) throw new Problem(0, NO_PASSKEY);
  const { id, rawId, response } = passkey;
  return { id, rawId, type: 'public-key', response };
}

async function requestPasskey(
  domain: string | undefined,
  ask: () => Promise<Credential | null>,
): Promise<PasskeyJson> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    throw problemOf(error, domain);
  }
  throw new Problem(0, NO_PASSKEY);
}

const NO_PASSKEY = 'The browser gave no passkey';

function problemOf(error: unknown, domain = ''): Problem {
  const name = error instanceof DOMException ? error.name : '';
  const { title, detail } = ERRORS[name] ?? {
    title: NO_PASSKEY,
    detail: TRY_AGAIN,
  };
  return new Problem(0, title, { detail: detail.replace('DOMAIN', domain) });
}

const TRY_AGAIN = 'Try again, or use another browser.';
const ERRORS: Readonly<Record<string, { title: string; detail: string }>> = {
  NotAllowedError: {
    title: 'The passkey was not used',
    detail: "The browser's dialog was closed, took too long, or found no passkey. Try again.",
  },
  InvalidStateError: {
    title: 'You already have a passkey here',
    detail: 'This device or password manager already has your passkey for Tollgate.',
  },
  SecurityError: {
    title: 'Passkeys do not work at this address',
    detail: 'They work only at DOMAIN: open the console there.',
  },
};
