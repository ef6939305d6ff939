import { Hono } from 'hono';
import type { Actor } from '../../operator/roles.ts';
import { refuseOperator } from './problems.ts';
import { sendReply, type Environment, type RequestContext } from '../request-context.ts';

/** Reads the metrics, in Prometheus format, of all processes of this machine that share the listener. */
export type ReadMetrics = () => Promise<string>;

const FOR_ALL = 'Metrics cover all merchants: the role merchant cannot read them.';
const PROMETHEUS_TEXT = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };

/**
 * Creates the route for roles that may see all merchants. No metric says more than a list that a viewer may read.
 */
export function createMetricsRoute(
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
