/** Creates a merchant for one test, where other tests would see changes to the sandbox's. */
import { randomUUID } from 'node:crypto';
import { done, made, type Reached } from '../process/operate.ts';
import { issuedKey } from '../process/operator-answers.ts';

export interface OwnMerchant {
  id: string;
  name: string;
  gate: string;
  method: string;
}

export async function newMerchant(
  reached: Reached,
  name = `שופ & Sons, purveyors of everything ${randomUUID()}`,
): Promise<OwnMerchant> {
  const merchant = await made(reached, 'merchants create', { name });
  const gate = await made(reached, 'gates create', { merchant, name: 'main', accounts: ['EUR'] });
  const method = await made(reached, 'methods create', {
    gate,
    name: 'card',
    direction: 'payin',
    payment_source: 'CARD',
    currency: 'EUR',
    amount_min: '1.00',
    amount_max: '5000.00',
    waiting_seconds: 900,
    fee_percent: '2.9',
    fee_fixed: '0.30',
  });
  return { id: merchant, name, gate, method };
}

/** Creates a merchant whose method is routed to the sandbox, with an API key. */
export async function payableMerchant(reached: Reached, name?: string) {
  const merchant = await newMerchant(reached, name);
  await done(reached, 'routes create', {
    method: merchant.method,
    terminal: 'sandbox',
    priority: 1,
  });
  return { ...merchant, key: await issuedKey(reached, merchant.id, 'test') };
}
