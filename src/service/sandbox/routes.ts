import { Hono } from 'hono';
import { z } from 'zod';
import { readJson } from '../http/read-request.ts';
import { BANK_ACTIONS, type BankAction } from './bank.ts';

/** The functions that the simulated pages of the issuer and of the payer's bank need. */
export interface StandIns {
  find(attemptId: string): Promise<object | undefined>;
  decide(attemptId: string, decision: 'approve' | 'refuse'): Promise<object | undefined>;
  findPayment(id: string): Promise<object | undefined>;
  pay(id: string, action: BankAction | 'begin'): Promise<object | undefined>;
}

const ACTIONS = ['begin', ...BANK_ACTIONS] as const;
const payment = z.object({ action: z.enum(ACTIONS) });
const decision = z.object({ outcome: z.enum(['approve', 'refuse']) });

/**
 * Creates the API of the simulated pages, in a sandbox only. Its requests are unsigned, as for an issuer's page:
 * only the shopper who was sent there knows the attempt's id.
 */
export function createSandboxApp(standIns: StandIns): Hono {
  const app = new Hono();
  app.get('/challenges/:id', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const found = id.success ? await standIns.find(id.data) : undefined;
    return found === undefined ? c.json({}, 404) : c.json(found);
  });
  app.post('/challenges/:id', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const body = decision.safeParse(await readJson(c.req.raw));
    if (!id.success) return c.json({}, 404);
    if (!body.success) return c.json({ detail: 'outcome must be approve or refuse' }, 400);
    const decided = await standIns.decide(id.data, body.data.outcome);
    return decided === undefined ? c.json({}, 404) : c.json(decided);
  });
  app.get('/bank/:id', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const found = id.success ? await standIns.findPayment(id.data) : undefined;
    return found === undefined ? c.json({}, 404) : c.json(found);
  });
  app.post('/bank/:id', async (c) => {
    const id = z.uuid().safeParse(c.req.param('id'));
    const body = payment.safeParse(await readJson(c.req.raw));
    if (!id.success) return c.json({}, 404);
    if (!body.success) return c.json({ detail: `action is one of ${ACTIONS.join(', ')}` }, 400);
    const paid = await standIns.pay(id.data, body.data.action);
    return paid === undefined ? c.json({}, 404) : c.json(paid);
  });
  return app;
}
