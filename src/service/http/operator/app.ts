import { Hono } from 'hono';
import { OPERATOR_COMMANDS } from '../../operator/commands.ts';
import type { Actor } from '../../operator/roles.ts';
import { createTokenFinder, type FindToken } from '../../operator/tokens.ts';
import type { Provider } from '../../operator/people/provider.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { addDocument, createBaseApp, refuseOtherMethodsEverywhere } from '../base-app.ts';
import {
  OPERATOR_PROBLEMS_PATH,
  operatorProblemReference,
  refuseOperator,
  refuseOutside,
} from './problems.ts';
import { createSignInGuard } from './sign-in-limit.ts';
import { identifyActor } from './authenticate.ts';
import { sendReply, type Environment, type RequestContext } from '../request-context.ts';
import { createOperatorRoutes, type OperatorParts } from './routes.ts';
import { createSessionRoutes } from './session.ts';
import { describeOperatorInterface } from './openapi.ts';

/** Reads the metrics, in Prometheus format, of all processes of this machine that share the listener. */
type ReadMetrics = () => Promise<string>;

interface OperatorAppParts extends Omit<OperatorParts, 'identify'> {
  /** Undefined if people sign in only with passkeys. */
  provider: Provider | undefined;
  /** The number of processes that share the listener. Each enforces its part of the limits. */
  workers: number;
  readMetrics: ReadMetrics;
}

/** Creates the app for the operators' listener. The public listener serves none of it. */
export function createOperatorApp(
  context: ServiceContext,
  { provider, publicUrl, workers, readMetrics }: OperatorAppParts,
): Hono<Environment> {
  const { find, findForMetrics } = createTokenFinder(context);
  const identifyBy = (findToken: FindToken) => (c: RequestContext) =>
    identifyActor(context, findToken, c);
  const identify = identifyBy(find);
  const app = createBaseApp(context, 'operator', refuseOutside);
  app.use(async (c, next) => {
    c.set('operatorUrl', publicUrl);
    await next();
  });
  addDocument(app, OPERATOR_PROBLEMS_PATH, () => ({
    status: 200,
    headers: HTML,
    body: operatorProblemReference(),
  }));
  addDocument(app, '/api/operator/v1/openapi.json', () =>
    describeOperatorInterface(OPERATOR_COMMANDS),
  );
  const guard = createSignInGuard(workers);
  app.route('/api/operator/v1', createSessionRoutes(context, { guard, provider, publicUrl }));
  // Before the commands, whose paths also match these.
  refuseOtherMethodsEverywhere(app, refuseOutside);
  app.route('/api/operator/v1', createOperatorRoutes(context, { identify, publicUrl }));
  app.route('/metrics', createMetricsRoute(identifyBy(findForMetrics), readMetrics));
  refuseOtherMethodsEverywhere(app, refuseOutside);
  return app;
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
};

const FOR_ALL = 'Metrics cover all merchants: the role merchant cannot read them.';
const PROMETHEUS_TEXT = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };

/**
 * Creates the route for roles that may see all merchants. No metric says more than a list that a viewer may read.
 */
function createMetricsRoute(
  identify: (c: RequestContext) => Promise<Actor | undefined>,
  read: ReadMetrics,
): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/', async (c) => {
    const actor = await identify(c);
    if (actor === undefined) return refuseOperator(c, 'unauthenticated');
    if (actor.role === 'merchant') {
      return refuseOperator(c, 'forbidden', { detail: FOR_ALL }, { actor: actor.name });
    }
    c.set('isRoutine', true);
    const reply = { status: 200, headers: PROMETHEUS_TEXT, body: await read() };
    return sendReply(c, reply, { path: '/metrics', actor: actor.name });
  });
  return app;
}
