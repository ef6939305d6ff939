import { noAnswer, type ReceiverAnswer, type WebhookRequest } from '#service/webhooks/post.ts';
import type { Surroundings } from '../surroundings.ts';

/** The time limit of an attempt, as of the service's own poster. */
const TIMEOUT_MS = 10_000;

/** Sends a webhook to the merchant's receiver, which fails, and whose answers get lost. */
export function postToReceiver(
  world: Surroundings,
  { headers, body }: WebhookRequest,
  stop: AbortSignal,
): Promise<ReceiverAnswer> {
  const { scheduler, receiver, received, acknowledged, figures, isHealed } = world;
  const id = headers['webhook-id'] ?? '';
  const chance = isHealed ? 1 : receiver.next();
  const ended = beginSending(world, id);
  return new Promise((resolve) => {
    const end = (given: ReceiverAnswer) => {
      cancelTimeout();
      ended();
      resolve(given);
    };
    const cancelTimeout = scheduler.after(TIMEOUT_MS, () => {
      end(noAnswer('timeout'));
    });
    const answer = (given: ReceiverAnswer) => {
      scheduler.when('receiver answers', () => {
        end(given);
      });
    };
    stop.addEventListener('abort', () => {
      end(noAnswer('interrupted'));
    });
    scheduler.when('receiver', () => {
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

/** Notes that a process sends an event, which no other may do meanwhile. @returns what ends that */
function beginSending({ scheduler, sending, acknowledged }: Surroundings, id: string): () => void {
  const life = scheduler.life();
  if (life === undefined) return () => undefined;
  if (sending.get(id)?.isOver === false)
    acknowledged.findings.push(`webhook ${id} is sent twice at once`);
  sending.set(id, life);
  return () => {
    if (sending.get(id) === life) sending.delete(id);
  };
}

function answered(status: number): ReceiverAnswer {
  return { status, error: undefined, head: '', retryAfter: undefined };
}
