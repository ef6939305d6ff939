import { Hono } from 'hono';
import { z } from 'zod';
import { readJson } from '../http/read-body.ts';

/** The acquirer's own small interface: what the stand-in for an issuer's challenge page needs. */
export interface Challenges {
  find(attemptId: string): Promise<object | undefined>;
  decide(attemptId: string, decision: 'approve' | 'refuse'): Promise<object | undefined>;
}

const decision = z.object({ outcome: z.enum(['approve', 'refuse']) });

/** Unsigned, as an issuer's page is: whoever has the attempt's id has been sent there. Sandbox only. */
export function createSandboxApp(challenges: Challenges): Hono {
  const app = new Hono();
  app.get('/challenges/:id', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const found = id.success ? await challenges.find(id.data) : undefined;
    return found === undefined ? c.json({}, 404) : c.json(found);
  });
  app.post('/challenges/:id', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const body = decision.safeParse(await readJson(c.req.raw));
    if (!id.success) return c.json({}, 404);
    if (!body.success) return c.json({ detail: 'outcome must be approve or refuse' }, 400);
    const decided = await challenges.decide(id.data, body.data.outcome);
    return decided === undefined ? c.json({}, 404) : c.json(decided);
  });
  return app;
}
