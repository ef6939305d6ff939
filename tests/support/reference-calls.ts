/** The calls that the reference shows, of orders that there are: its examples are those of another service. */
import { randomUUID } from 'node:crypto';
import { exampleCall } from '../../src/lib/docs/openapi/example-call.ts';
import { operationsIn, readDocuments } from '../../src/lib/docs/openapi/read-document.ts';
import { writeCall } from '../../src/lib/docs/openapi/write-call.ts';
import { createdPayin } from './orders/orders.ts';
import { createdPayout } from './orders/payouts.ts';
import type { RunningService } from './process/service.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Each operation's code in one language. */
export async function callsOfReference(
  running: RunningService,
  language: string,
): Promise<{ name: string; code: string }[]> {
  const { sandbox, client } = running;
  const [payin, payout, clock, webhooks] = await Promise.all([
    createdPayin(running),
    createdPayout(running, { amount: 1 }),
    client.getClock(),
    client.listWebhooks({ size: 1 }),
  ]);
  if (!clock.ok || !webhooks.ok) throw new Error('The sandbox did not answer');
  const ids: Readonly<Record<string, string | undefined>> = {
    createPayin: sandbox.methods['card_eur'],
    triggerCode: sandbox.methods['card_eur'],
    createPayout: sandbox.methods['payout_card_eur'],
    getPayin: payin.id,
    submitCardData: payin.id,
    getPayout: payout.id,
    getWebhook: webhooks.value.content[0]?.id,
    resendWebhook: webhooks.value.content[0]?.id,
  };
  const { orders, tools } = readDocuments(running.baseUrl);
  return [...operationsIn(orders.paths), ...operationsIn(tools.paths)].map((operation) => {
    const name = operation.operationId;
    const code = writeCall(exampleCall(operation)).find((each) => each.language === language)?.code;
    if (code === undefined) throw new Error(`${name} is not called in ${language}`);
    const known = code
      .replace(UUID, ids[name] ?? '$&')
      .replace(/(?:order|payout)-\d{4}/, `reference-${randomUUID()}`)
      .replace(/(?<=to\W+)\d{10}/, String(clock.value.date + 60));
    return { name: `call-${name}`, code: known };
  });
}
