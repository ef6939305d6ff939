import type * as OpenIdClient from 'openid-client';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import type { OidcConfig } from '../../platform/config.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { roleOfGroups } from '../../platform/group-roles.ts';
import { SEALED } from '../../platform/keyring.ts';
import type { ActsAs } from './invitations.ts';
import { isEmail } from './store.ts';

type Deps = Pick<ServiceContext, 'keyring' | 'now' | 'log'>;

/** The OpenID Connect provider at which people sign in. */
export interface Provider {
  /** Its host, as the console names it. */
  name: string;
  /**
   * Begins a sign-in with PKCE, state and nonce. Nothing is stored: the browser keeps them, sealed.
   *
   * @param callbackUrl where the provider sends the browser afterwards
   * @param view the console's view to open then
   */
  begin(callbackUrl: string, view: string): Promise<Begun | 'unavailable'>;
  /**
   * Ends a sign-in.
   *
   * @param callback the callback's URL with the provider's answer
   * @param sealed what the browser kept
   */
  finish(callback: URL, sealed: string | undefined): Promise<ProviderAnswer>;
}

interface Begun {
  /** Where the browser goes. */
  url: string;
  /** What the browser keeps meanwhile. */
  sealed: string;
}

type ProviderAnswer =
  | { ok: true; identity: Identity; actsAs: ActsAs; view: string }
  | { ok: false; problem: Problem };

/**
 * `not_begun`: this browser began no such sign-in within ten minutes. `refused`: the provider did not confirm it.
 * `no_group`: none of the person's groups has a role.
 */
type Problem = 'not_begun' | 'refused' | 'no_group' | 'unavailable';

/** A provider's person. */
export interface Identity {
  issuer: string;
  subject: string;
  /** What to show. */
  email: string;
}

/** How long a sign-in at the provider may take. */
export const SIGN_IN_MS = 10 * 60_000;
/** The deadline of each request to the provider, in seconds. */
const TIMEOUT_S = 5;
/** Tolerates clocks that differ, in seconds. */
const CLOCK_TOLERANCE_S = 30;
/** How long the provider's metadata is used before it is read again. */
const METADATA_MS = 60 * 60_000;
/** One sealed value exists per browser, and none is stored, so there is no row. */
const ROW = 'browser';

const keptByBrowser = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  view: z.string(),
  begunMs: z.number(),
});

export function createProvider(config: OidcConfig, deps: Deps): Provider {
  const { keyring, now, log } = deps;
  const connect = rememberConnection(config, now);

  /** Logs why, and returns undefined, if the provider cannot be reached. */
  async function connection(): Promise<Connection | undefined> {
    try {
      return await connect();
    } catch (error) {
      log.error({ err: error }, 'The OpenID Connect provider cannot be used');
      return undefined;
    }
  }

  function open(sealed: string | undefined) {
    if (sealed === undefined) return undefined;
    try {
      const text = keyring.unseal(SEALED.providerSignIn, ROW, Buffer.from(sealed, 'base64url'));
      const kept = keptByBrowser.parse(JSON.parse(text));
      return now().getTime() - kept.begunMs < SIGN_IN_MS ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    name: new URL(config.issuer).host,
    async begin(callbackUrl, view) {
      const connected = await connection();
      if (connected === undefined) return 'unavailable';
      const { client, byBasic } = connected;
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const verifier = client.randomPKCECodeVerifier();
      const url = client.buildAuthorizationUrl(byBasic, {
        redirect_uri: callbackUrl,
        scope: scopesFor(byBasic, config),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const kept = { state, nonce, verifier, view, begunMs: now().getTime() };
      const sealed = keyring.seal(SEALED.providerSignIn, ROW, JSON.stringify(kept));
      return { url: url.href, sealed: sealed.toString('base64url') };
    },
    async finish(callback, sealed) {
      const kept = open(sealed);
      if (kept === undefined || callback.searchParams.get('state') !== kept.state) {
        return { ok: false, problem: 'not_begun' };
      }
      const connected = await connection();
      if (connected === undefined) return { ok: false, problem: 'unavailable' };
      try {
        const claims = await readClaims(connected, config, { callback, ...kept });
        const actsAs = roleOfGroups(groupsIn(claims[config.groupsClaim]), config.groupRoles);
        if (actsAs === undefined) {
          log.info({ subject: claims.sub }, 'A person without a group that has a role was refused');
          return { ok: false, problem: 'no_group' };
        }
        return { ok: true, identity: identityIn(claims), actsAs, view: kept.view };
      } catch (error) {
        const problem = isUnavailable(connected, error) ? 'unavailable' : 'refused';
        log.warn({ err: error, problem }, 'A sign-in at the OpenID Connect provider failed');
        return { ok: false, problem };
      }
    },
  };
}

type Client = typeof OpenIdClient;

interface Connection {
  client: Client;
  /** The client authenticates with HTTP Basic, which OpenID Connect takes for granted. */
  byBasic: Configuration;
  /** The client's secret is in the body: some providers accept only that. */
  byPost: Configuration;
}

/** Reads the provider's metadata on first use, since its library and the provider may be slow. Failures are retried. */
function rememberConnection(config: OidcConfig, now: () => Date): () => Promise<Connection> {
  let known: { connection: Connection; untilMs: number } | undefined;
  return async () => {
    const nowMs = now().getTime();
    if (known === undefined || known.untilMs <= nowMs) {
      known = { connection: await discover(config), untilMs: nowMs + METADATA_MS };
    }
    return known.connection;
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Connection> {
  const client = await import('openid-client');
  const metadata = {
    client_secret: clientSecret,
    [client.clockTolerance]: CLOCK_TOLERANCE_S,
  };
  // The configuration allows http for this machine alone.
  // oxlint-disable-next-line typescript/no-deprecated -- the library marks it so that its use is noticed
  const { allowInsecureRequests } = client;
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const settings: ((configuration: Configuration) => void)[] = [
    ...insecure,
    client.enableNonRepudiationChecks,
  ];
  const byBasic = await client.discovery(
    new URL(issuer),
    clientId,
    metadata,
    client.ClientSecretBasic(clientSecret),
    { execute: settings, timeout: TIMEOUT_S },
  );
  const byPost = new client.Configuration(
    byBasic.serverMetadata(),
    clientId,
    metadata,
    client.ClientSecretPost(clientSecret),
  );
  byPost.timeout = TIMEOUT_S;
  for (const applyTo of settings) applyTo(byPost);
  return { client, byBasic, byPost };
}

/** Asks for the groups too, if the provider has a scope of that name: others give them without one. */
function scopesFor(configuration: Configuration, { groupsClaim }: OidcConfig): string {
  const supported = configuration.serverMetadata().scopes_supported ?? ['email', 'profile'];
  const asked = ['email', 'profile', groupsClaim].filter((scope) => supported.includes(scope));
  return ['openid', ...asked].join(' ');
}

interface Returned {
  callback: URL;
  state: string;
  nonce: string;
  verifier: string;
}

type Claims = Record<string, unknown> & { iss: string; sub: string };

/**
 * Exchanges the code for the person's claims: those of the ID token and, if groups or e-mail are not among them, those
 * of the UserInfo endpoint.
 */
async function readClaims(
  { client, byBasic, byPost }: Connection,
  { groupsClaim }: OidcConfig,
  { callback, state, nonce, verifier }: Returned,
): Promise<Claims> {
  const exchange = (configuration: Configuration) =>
    client.authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
  const tokens = await exchange(byBasic).catch((error: unknown) => {
    if (!isClientRefused(client, error)) throw error;
    return exchange(byPost);
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The provider sent no ID token');
  const isComplete = groupsClaim in claims && 'email' in claims;
  if (isComplete || byBasic.serverMetadata().userinfo_endpoint === undefined) return { ...claims };
  const info = await client.fetchUserInfo(byBasic, tokens.access_token, claims.sub);
  return { ...info, ...claims };
}

function isClientRefused(client: Client, error: unknown): boolean {
  return (
    (error instanceof client.ResponseBodyError && error.error === 'invalid_client') ||
    (error instanceof client.WWWAuthenticateChallengeError && error.status === 401)
  );
}

/** The codes of errors that say nothing about the sign-in. */
const NO_ANSWER: readonly (string | undefined)[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

function isUnavailable({ client }: Connection, error: unknown): boolean {
  // fetch() throws a TypeError if there is no answer.
  if (error instanceof TypeError) return true;
  return error instanceof client.ClientError && NO_ANSWER.includes(error.code);
}

/** Some providers send the only group as a text. */
const groupsClaim = z.union([z.array(z.string()), z.string().transform((group) => [group])]);

function groupsIn(claim: unknown): readonly string[] {
  return groupsClaim.safeParse(claim).data ?? [];
}

/** Shows the subject if there is no e-mail that looks like one. */
function identityIn({ iss, sub, email }: Claims): Identity {
  const isShown = typeof email === 'string' && isEmail(email);
  return { issuer: iss, subject: sub, email: isShown ? email : sub };
}
