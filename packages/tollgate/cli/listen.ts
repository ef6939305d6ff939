import { z } from 'zod';
import type { AfterParameters } from '../../../src/contract/client/each.ts';
import type { Webhook } from '../../../src/contract/schemas/developer.ts';
import { valueIn } from '../../../src/contract/client/result.ts';
import { signDelivery } from '../../../src/contract/signature/webhook.ts';
import { toVisible } from '../../../src/contract/visible-text.ts';
import { createMerchant } from '../sandbox/shop.ts';
import {
  SANDBOX,
  WrongUse,
  type CommandLine,
  type Declare,
  type ExitCode,
  type SandboxOption,
} from './command.ts';
import { readSettings } from './settings.ts';
import { watch } from './watch.ts';

interface Options extends SandboxOption {
  forward?: string;
  replay?: string;
  verbose?: true;
}
const FORWARD_TIMEOUT_MS = 10_000;

export const declareListen: Declare = (program, line, ends) => {
  program
    .command('listen')
    .description("Print a merchant's webhooks as they arrive, one per line.")
    .option('--forward <url>', 'also send them, signed, to a local URL')
    .option('--replay <webhook-id>', 'print and forward this webhook again, then exit')
    .option('--verbose', 'also print the bodies')
    .addOption(SANDBOX)
    .action(ends((options: Options) => listen(line, options)));
};

async function listen(line: CommandLine, options: Options): Promise<ExitCode> {
  const settings = readSettings(line, options.sandbox);
  const { client } = createMerchant(settings);
  const { forward, replay } = options;
  if (forward !== undefined && !URL.canParse(forward)) {
    throw new WrongUse(`${forward} is not a URL.`);
  }
  const handle = (webhook: Webhook) =>
    printAndForward(line, webhook, options, settings.webhook_secret);
  if (replay !== undefined) {
    if (!WEBHOOK_ID.test(replay))
      throw new WrongUse(`${replay} is not a webhook id: it must be evt_ followed by a UUID.`);
    const chosen = valueIn(await client.getWebhook(replay.replace('evt_', '')));
    return (await handle(chosen)) ? 0 : 1;
  }
  line.out(forward === undefined ? 'Listening.' : `Listening; forwarding to ${forward}.`);
  const list = (page: AfterParameters) => client.listWebhooks(page);
  const watched = { signal: line.signal, fromStart: false };
  for await (const webhook of watch(list, ({ id }) => id, watched)) await handle(webhook);
  return 0;
}

/** A webhook's id, as in the header `webhook-id` or in the list. */
const WEBHOOK_ID = /^(?:evt_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Prints a webhook, and forwards it if requested.
 *
 * @returns whether the receiver confirmed it; true if it was not forwarded
 */
async function printAndForward(
  { out, signal }: CommandLine,
  webhook: Webhook,
  { forward, verbose = false }: { forward?: string; verbose?: boolean },
  secret: string | undefined,
): Promise<boolean> {
  if (forward !== undefined && secret === undefined)
    throw new WrongUse('Set TOLLGATE_WEBHOOK_SECRET to sign forwarded webhooks.');
  const answered =
    forward === undefined || secret === undefined
      ? undefined
      : await sendTo(forward, webhook, secret, signal);
  out(
    [
      new Date(webhook.create_date * 1_000).toISOString(),
      webhook.webhook_id,
      webhook.type,
      toVisible(summaryOf(webhook.body)),
      ...(answered === undefined ? [] : [`→ ${answered.text}`]),
    ].join('  '),
  );
  if (verbose) out(webhook.body);
  return answered?.isConfirmed ?? true;
}

const order = z.object({
  id: z.string(),
  status: z.string(),
  resolution_code: z.string().optional(),
});

/** Summarizes a webhook: each order with its status and code. An erased body gives an empty text. */
function summaryOf(body: string): string {
  const orders = z.array(order).safeParse(body === '' ? [] : JSON.parse(body)).data ?? [];
  return orders
    .map(({ id, status, resolution_code: code }) => [id, status, code].filter(Boolean).join(' '))
    .join(', ');
}

async function sendTo(forward: string, webhook: Webhook, secret: string, signal: AbortSignal) {
  const body = new TextEncoder().encode(webhook.body);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]);
  // As the service signs it; the timestamp is that of this delivery.
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const message = { id: webhook.webhook_id, timestamp, body };
  const headers = {
    'content-type': 'application/json',
    ...signDelivery({ single: secret, all: [secret] }, message),
  };
  const status = await fetch(forward, { method: 'POST', body, headers, signal: limit }).then(
    (answer) => answer.status,
    () => undefined,
  );
  return {
    text: status === undefined ? 'no answer' : String(status),
    isConfirmed: status !== undefined && status >= 200 && status < 300,
  };
}
