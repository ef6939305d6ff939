import { Hono, type Context } from 'hono';
import type { Engine } from '../../platform/database/database.ts';
import type { Readiness } from '../../platform/readiness.ts';

export interface HealthDeps {
  engine: Engine;
  readiness: () => Promise<Readiness>;
}

/**
 * Creates the health checks for load balancers and supervisors, which need no key. `live` says that the process
 * runs, and `ready` that it should get requests. The path above both answers like `ready`, and names the database
 * engine.
 */
export function createHealthApp({ engine, readiness }: HealthDeps): Hono {
  const app = new Hono();
  app.get('/live', (c) => answer(c, 200, { status: 'ok' }));
  app.get('/ready', async (c) => {
    const { ready, checks } = await readiness();
    return answer(c, ready ? 200 : 503, { status: statusOf(ready), checks });
  });
  app.get('/', async (c) => {
    const { ready, checks } = await readiness();
    return answer(c, ready ? 200 : 503, { status: statusOf(ready), engine, checks });
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
