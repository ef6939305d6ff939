import { Hono, type Context } from 'hono';
import type { Engine } from '../../platform/database/database.ts';
import type { Readiness } from '../../platform/readiness.ts';

export interface HealthDeps {
  engine: Engine;
  readiness: () => Promise<Readiness>;
  /** Whether this is a copy that must not act: it runs, and no load balancer may send it requests. */
  quiet: boolean;
}

/**
 * Creates the health checks for load balancers and supervisors, which need no key. `live` says that the process
 * runs, and `ready` that it should get requests. The path above both answers like `ready`, and names the database
 * engine.
 */
export function createHealthApp({ engine, readiness, quiet }: HealthDeps): Hono {
  const app = new Hono();
  const ask = async () => {
    const { ready, checks } = await readiness();
    const isReady = ready && !quiet;
    return { isReady, body: { status: statusOf(isReady), ...(quiet && { quiet }), checks } };
  };
  app.get('/live', (c) => answer(c, 200, { status: 'ok' }));
  app.get('/ready', async (c) => {
    const { isReady, body } = await ask();
    return answer(c, isReady ? 200 : 503, body);
  });
  app.get('/', async (c) => {
    const { isReady, body } = await ask();
    return answer(c, isReady ? 200 : 503, { engine, ...body });
  });
  return app;
}

function statusOf(ready: boolean): string {
  return ready ? 'ok' : 'not ready';
}

function answer(c: Context, status: 200 | 503, body: object): Response {
  return c.json(body, status, {
    ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
  });
}

const RETRY_AFTER_SECONDS = '2';
