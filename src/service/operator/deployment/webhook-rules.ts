import { isPrivateByName } from '../../webhooks/address.ts';
import type { Outline } from './outline.ts';
import { member } from './place.ts';

/** As the command that sets them has it: a webhook leads to no private address. */
export function* webhookRules(
  file: Outline,
  { allowPrivateWebhooks }: { allowPrivateWebhooks: boolean },
): Iterable<string> {
  if (allowPrivateWebhooks) return;
  for (const [index, merchant] of (file.merchants ?? []).entries()) {
    const place = member('merchants', merchant.name, index);
    for (const name of ['payin_webhook_url', 'payout_webhook_url'] as const) {
      const url = merchant[name];
      if (url !== undefined && URL.canParse(url) && isPrivateByName(new URL(url))) {
        yield `${place}.${name}: must not lead to a private address.`;
      }
    }
  }
}
