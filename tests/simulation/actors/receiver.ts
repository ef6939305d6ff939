import { noAnswer, type ReceiverAnswer, type WebhookRequest } from '#service/webhooks/post.ts';
import type { Surroundings } from '../surroundings.ts';

/** Sends a webhook to the merchant's receiver, which fails, and whose answers get lost. */
export function postToReceiver(
  { scheduler, receiver, received, acknowledged, figures, isHealed }: Surroundings,
  { headers, body }: WebhookRequest,
  stop: AbortSignal,
): Promise<ReceiverAnswer> {
  const chance = isHealed ? 1 : receiver.next();
  return new Promise((resolve) => {
    const answer = (given: ReceiverAnswer) => {
      scheduler.when('receiver answers', () => {
        resolve(given);
      });
    };
    stop.addEventListener('abort', () => {
      resolve(noAnswer('interrupted'));
    });
    scheduler.when('receiver', () => {
      const id = headers['webhook-id'] ?? '';
      const text = body.toString();
      figures.webhooks += 1;
      if (chance < 0.15) {
        answer(answered(500));
        return;
      }
      const known = received.get(id);
      if (known !== undefined && known !== text)
        acknowledged.findings.push(`webhook ${id} came with two bodies`);
      received.set(id, text);
      answer(chance < 0.25 ? noAnswer('connection_closed') : answered(200));
    });
  });
}

function answered(status: number): ReceiverAnswer {
  return { status, error: undefined, head: '', retryAfter: undefined };
}
