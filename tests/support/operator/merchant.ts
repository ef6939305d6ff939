/** A merchant of a test's own: others may see what becomes of the sandbox's. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { operate } from '../process/operate.ts';

type Reached = Parameters<typeof operate>[0];

export interface OwnMerchant {
  id: string;
  name: string;
  gate: string;
  method: string;
}

const made = z.object({ id: z.string() });

export async function newMerchant(reached: Reached): Promise<OwnMerchant> {
  const make = async (command: string, input: object) =>
    made.parse((await operate(reached, command, input)).body).id;
  const name = `שופ & Sons, purveyors of everything ${randomUUID()}`;
  const merchant = await make('merchants create', { name });
  const gate = await make('gates create', { merchant, name: 'main', accounts: 'EUR' });
  const method = await make('methods create', {
    gate,
    name: 'card',
    direction: 'payin',
    payment_source: 'CARD',
    currency: 'EUR',
    amount_min: '1.00',
    amount_max: '5000.00',
    waiting_seconds: '900',
    fee_percent: '2.9',
    fee_fixed: '0.30',
  });
  return { id: merchant, name, gate, method };
}
