/** A real OpenID Connect provider on this machine, whose people sign in without a form. */
import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { Provider, type ClientMetadata, type Configuration } from 'oidc-provider';
import { listen } from '../network/listen.ts';

export const CLIENT = {
  client_id: 'tollgate',
  client_secret: 'a secret of forty letters, more or less',
};

export interface TestProvider {
  issuer: string;
  /** The claims of its people, by subject. */
  people: Map<string, object>;
  /** Begins to answer, for a client that is called back there. */
  serve(redirectUri: string, more?: { client?: Partial<ClientMetadata> } & Configuration): void;
  /** Ends every connection without an answer. */
  fail(): void;
  /** Chooses the person who signs in next. */
  choose(subject: string): void;
  /** Signs a person in as their browser does. @returns the address that the browser is sent back to */
  signIn(authorizationUrl: string, subject: string): Promise<URL>;
  close(): Promise<void>;
}

/** Listens, and answers nothing until `serve`: its issuer must be known before the service that it calls back. */
export async function startProvider(): Promise<TestProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown = fail;
  let subjectNow = '';
  const server = createServer((request, response) => void answer(request, response));
  const { port, close } = await listen(server);
  const issuer = `http://localhost:${port}`;
  const people = new Map<string, object>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

  function serve(
    redirectUri: string,
    { client, ...more }: Parameters<TestProvider['serve']>[1] = {},
  ) {
    const provider = new Provider(issuer, {
      clients: [{ ...CLIENT, redirect_uris: [redirectUri], ...client }],
      claims: { email: ['email'], groups: ['groups'], profile: ['name'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      cookies: { keys: ['of a test'] },
      jwks: { keys: [privateKey.export({ format: 'jwk' })] },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...people.get(sub) }),
      }),
      async loadExistingGrant({ oidc }) {
        const { client: asking, session } = oidc;
        const grant = new oidc.provider.Grant({
          clientId: asking?.clientId ?? '',
          accountId: session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
      ...more,
      features: { devInteractions: { enabled: false }, ...more.features },
    });
    const callback = provider.callback();
    answer = (request, response) =>
      request.url?.startsWith('/interaction/')
        ? provider.interactionFinished(request, response, { login: { accountId: subjectNow } })
        : callback(request, response);
  }

  return {
    issuer,
    people,
    serve,
    fail() {
      answer = fail;
    },
    choose(subject) {
      subjectNow = subject;
    },
    async signIn(authorizationUrl, subject) {
      subjectNow = subject;
      const cookies = new Map<string, string>();
      let url = new URL(authorizationUrl);
      while (url.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`The provider answers ${await response.text()}`);
        url = new URL(location, url);
      }
      return url;
    },
    close,
  };
}

function fail(request: IncomingMessage): void {
  request.socket.destroy();
}
