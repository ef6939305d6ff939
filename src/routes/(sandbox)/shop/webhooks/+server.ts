import { verifyWebhook } from '#contract/signature/webhook.ts';
import { parseWebhook } from '#contract/schemas/webhook.ts';
import { pageConfig } from '$lib/server/page-config.ts';
import { noSuchPage } from '$lib/server/render-page.ts';
import { saveWebhook, shopMerchant } from '$lib/server/shop.ts';
import { readBody } from '$lib/server/security/read-body.ts';

import type { RequestHandler } from './$types';

/** A webhook of a payout in a hundred parts is smaller. */
const LIMIT_BYTES = 256 * 1024;

/**
 * The shop's webhook receiver, as a merchant writes it: verifies the raw bytes before parsing them, saves the event,
 * and confirms it. Events may arrive twice, so saving one again must change nothing.
 */
export const POST: RequestHandler = async (event) => {
  const { request } = event;
  if (!pageConfig().isSandbox) return noSuchPage(event);
  const body = await readBody(request, LIMIT_BYTES);
  if (!body.ok) return new Response(body.reason, { status: 413 });
  const rawBody = body.bytes;
  const nowMs = Date.now();
  const { webhookSecret } = await shopMerchant();
  const verdict = verifyWebhook(rawBody, request.headers, { secrets: [webhookSecret], nowMs });
  if (!verdict.ok) return new Response(verdict.reason, { status: 401 });
  const webhook = parseWebhook(rawBody);
  if (!webhook.ok) return new Response('not a webhook', { status: 400 });
  // The shop shows neither refunds nor disputes.
  if (webhook.type === 'refund' || webhook.type === 'dispute')
    return new Response(null, { status: 204 });
  for (const { id, status } of webhook.orders) {
    await saveWebhook(id, { webhookId: verdict.id ?? '', status, receivedAtMs: nowMs });
  }
  return new Response(null, { status: 204 });
};
