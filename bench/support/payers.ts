import { setTimeout as sleep } from 'node:timers/promises';
import { onServer } from '../../tests/support/database/postgres-connection.ts';
import type { Tollgate } from './servers.ts';

const LOOK_MS = 20;

/** Payers of a sandbox that is another Tollgate's acquirer. */
export interface Payers {
  /** Pays the sandbox's order for an order of the other Tollgate, by P2P. */
  pay(orderId: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the payers. They recognize the other Tollgate's order by the page to which the sandbox's order sends its payer
 * back.
 */
export function startPayers(sandbox: Tollgate): Payers {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const stopped = new AbortController();
  const looking = onServer(sandbox.databaseUrl, async (client) => {
    while (!stopped.signal.aborted) {
      const { rows } = await client.query<{ id: string; orderId: string }>(
        `select id, split_part(return_urls ->> 'success', '/', 5) as "orderId"
        from payins where payment_source = 'P2P' and status = 'CREATED'`,
      );
      for (const { id, orderId } of rows) {
        const payer = waiting.get(orderId);
        waiting.delete(orderId);
        if (payer !== undefined) beginAndSend(sandbox, id).then(payer.resolve, payer.reject);
      }
      await sleep(LOOK_MS);
    }
  });
  return {
    pay(orderId) {
      const payer: PromiseWithResolvers<void> = Promise.withResolvers();
      waiting.set(orderId, payer);
      return payer.promise;
    },
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}

async function beginAndSend(sandbox: Tollgate, id: string): Promise<void> {
  await act(sandbox, id, 'begin');
  await sendMoney(sandbox, id);
}

/** Sends the whole amount for an order of the sandbox whose payment has begun. */
export function sendMoney(sandbox: Tollgate, id: string): Promise<void> {
  return act(sandbox, id, 'exact');
}

async function act({ port }: Tollgate, id: string, action: 'begin' | 'exact'): Promise<void> {
  const done = await fetch(`http://127.0.0.1:${port}/api/sandbox/v1/bank/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  });
  await done.arrayBuffer();
  if (!done.ok) throw new Error(`The bank answered ${done.status}`);
}
