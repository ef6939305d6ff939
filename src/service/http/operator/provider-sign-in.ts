import { Hono } from 'hono';
import { enterByProvider } from '../../operator/people/provider-people.ts';
import type { Provider } from '../../operator/people/provider.ts';
import { openSession } from '../../operator/people/sessions.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Environment, RequestContext } from '../request-context.ts';
import { addressOf, keptOf, providerCookie, sessionCookie } from './authenticate.ts';
import { type OperatorProblemName, refuseOperator } from './problems.ts';
import { operatorOrigin } from './routes.ts';
import type { SignInGuard } from './sign-in-limit.ts';

interface Parts {
  guard: SignInGuard;
  provider: Provider | undefined;
  publicUrl: string | undefined;
}

const PATH = '/session/oidc';
const CONSOLE = '/console';

/** Creates the routes to sign in at the OpenID Connect provider. Browsers navigate to both, so both are GET. */
export function createProviderRoutes(
  context: ServiceContext,
  { guard, provider, publicUrl }: Parts,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const callbackUrl = (c: RequestContext) =>
    `${operatorOrigin(c, publicUrl)}/api/operator/v1${PATH}/callback`;
  app.get(PATH, async (c) => {
    if (provider === undefined) return refuse(c, 'not_configured');
    const begun = await provider.begin(callbackUrl(c), viewIn(c.req.query('to')));
    if (begun === 'unavailable') return refuse(c, begun);
    return redirect(c, begun.url, [providerCookie(c, begun.sealed)]);
  });
  app.get(`${PATH}/callback`, async (c) => {
    if (provider === undefined) return refuse(c, 'not_configured');
    return guard(c, `provider ${c.req.query('state') ?? ''}`, async () => {
      const callback = new URL(callbackUrl(c) + new URL(c.req.url).search);
      const answer = await provider.finish(callback, keptOf(c));
      if (!answer.ok) return refuse(c, answer.problem);
      const address = addressOf(c);
      const entered = await enterByProvider(context, answer.identity, answer.actsAs, address);
      if (!entered.ok) return refuse(c, 'removed', entered.removedId);
      const { person } = entered;
      const from = { address, agent: c.req.header('user-agent') };
      const session = await openSession(context, { person, way: 'provider' }, from);
      return redirect(c, answer.view, [providerCookie(c, ''), sessionCookie(c, session)]);
    });
  });
  return app;
}

/** Returns the view to open after signing in. Only addresses within the console are followed. */
function viewIn(to = ''): string {
  return to.startsWith(`${CONSOLE}/`) ? to : `${CONSOLE}/`;
}

function redirect(c: RequestContext, location: string, cookies: readonly string[]): Response {
  const headers = new Headers({
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-request-id': c.get('requestId'),
  });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}

const REFUSALS = {
  not_configured: ['not_found', 'No provider to sign in at is configured.'],
  not_begun: [
    'unauthenticated',
    'This browser did not begin this sign-in, or more than ten minutes ago. Sign in again.',
  ],
  refused: ['unauthenticated', 'The provider did not confirm the sign-in. Sign in again.'],
  no_group: ['forbidden', 'None of your groups at the provider has a role here.'],
  removed: [
    'forbidden',
    'An admin removed you. An admin can let you in again with people restore, and this id: ',
  ],
  unavailable: ['unavailable', 'The provider does not answer. Try again in a moment.'],
} as const satisfies Record<string, readonly [OperatorProblemName, string]>;

/** Refuses a sign-in. A browser is sent to the console's page, which says the same. */
function refuse(c: RequestContext, reason: keyof typeof REFUSALS, id = ''): Response {
  const [problem, sentence] = REFUSALS[reason];
  if (!(c.req.header('accept') ?? '').includes('text/html')) {
    return refuseOperator(c, problem, { detail: sentence + id });
  }
  const query = new URLSearchParams({ refused: reason, ...(id !== '' && { id }) });
  return redirect(c, `${CONSOLE}/sign-in?${query.toString()}`, [providerCookie(c, '')]);
}
