import type { AfterParameters } from '#contract/client/each.ts';
import type { Webhook } from '#contract/schemas/developer.ts';
import { valueIn } from '#contract/client/result.ts';
import { signWebhook } from '#contract/signature/signature.ts';
import { signStandardWebhook } from '#contract/signature/webhook.ts';
import { createMerchant } from '../sandbox/shop.ts';
import { WrongUse, type Command, type CommandLine } from './command.ts';
import { readOptions } from './read-options.ts';
import { readSettings } from './settings.ts';
import { watch } from './watch.ts';

const OPTIONS = {
  forward: { type: 'string' },
  replay: { type: 'string' },
  sandbox: { type: 'string' },
} as const;
const FORWARD_TIMEOUT_MS = 10_000;

export const LISTEN: Command = {
  usage: 'listen [--forward URL] [--replay WEBHOOK-ID] [--sandbox FILE]',
  summary:
    "Print a merchant's webhooks as they come, and forward them to a local address, signed; or one of them again.",
  async run(line) {
    const { values } = readOptions(line.args, OPTIONS);
    const settings = readSettings(line, values.sandbox);
    const { client } = createMerchant(settings);
    const { forward, replay } = values;
    if (forward !== undefined && !URL.canParse(forward)) {
      throw new WrongUse(`${forward} is no address.`);
    }
    const hand = (webhook: Webhook) => handOn(line, webhook, forward, settings.webhook_secret);
    if (replay !== undefined) {
      if (!WEBHOOK_ID.test(replay))
        throw new WrongUse(`${replay} is no webhook's id: evt_ and a UUID.`);
      const chosen = valueIn(await client.getWebhook(replay.replace('evt_', '')));
      return (await hand(chosen)) ? 0 : 1;
    }
    line.out(forward === undefined ? 'Listening.' : `Listening; forwarding to ${forward}.`);
    const list = (page: AfterParameters) => client.listWebhooks(page);
    const options = { signal: line.signal, fromStart: false };
    for await (const webhook of watch(list, ({ id }) => id, options)) await hand(webhook);
    return 0;
  },
};

/** As the header `webhook-id` has it, or the list. */
const WEBHOOK_ID = /^(?:evt_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns whether the receiver confirmed it */
async function handOn(
  { out, signal }: CommandLine,
  webhook: Webhook,
  forward: string | undefined,
  secret: string | undefined,
): Promise<boolean> {
  out(`${webhook.webhook_id}  ${webhook.type}  ${webhook.order_ids.join(' ')}`);
  out(webhook.body);
  if (forward === undefined) return true;
  if (secret === undefined)
    throw new WrongUse('Set TOLLGATE_WEBHOOK_SECRET to sign what is forwarded.');
  const body = new TextEncoder().encode(webhook.body);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]);
  const headers = signedHeaders(webhook.webhook_id, body, secret);
  const sent = { method: 'POST', body, headers, signal: limit };
  const status = await fetch(forward, sent).then(
    (answer) => answer.status,
    () => undefined,
  );
  out(`    ${forward} ${status === undefined ? 'did not answer' : `answered ${status}`}`);
  return status !== undefined && status >= 200 && status < 300;
}

/** As the service signs it; the time is that of this delivery. */
function signedHeaders(id: string, body: Uint8Array, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'Content-Type': 'application/json',
    'X-Signature': signWebhook(secret, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandardWebhook([secret], { id, timestamp, body }),
  };
}
