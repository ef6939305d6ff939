import { sandboxClient } from '../../tests/support/process/sandbox.ts';
import type { SandboxFile } from '../../src/service/sandbox/keys-file.ts';
import type { Receiver } from '../../tests/support/network/receiver.ts';
import { operate } from '../../tests/support/process/operate.ts';
import type { ServerProcess } from '../../tests/support/process/program.ts';
import { createRandom } from '../faults/random.ts';
import { checkOrders, type OrderCheck } from './check-orders.ts';
import { startLoad, type Load, type RequestKind } from './load.ts';

/** A running service that the sandbox's shops use. */
export interface ServiceUnderTest {
  server: ServerProcess;
  sandbox: SandboxFile;
  receiver: Receiver;
  dataDirectory: string;
}

/** What shops were told during the drill, and what was found afterwards. */
export interface Usage {
  figures: Load['figures'];
  /** The number of answered requests, by kind. */
  answered: Record<RequestKind, number>;
  orders: number;
  orderCheck: OrderCheck;
  /** The answer of the operator's command `ledger check`. */
  ledger: unknown;
}

/** Runs shops against a service while `action` runs, then checks everything that they were told. */
export async function runUnderLoad<Result extends object>(
  service: ServiceUnderTest,
  { seed, patienceMs }: { seed: number; patienceMs: number },
  action: (load: Load) => Promise<Result>,
): Promise<Result & Usage> {
  const { server, sandbox, receiver, dataDirectory } = service;
  const target = { operatorUrl: server.operatorUrl, dataDirectory };
  const configured = await operate(target, 'webhooks configure', {
    merchant: sandbox.merchant_id,
    payin_url: receiver.url,
    payout_url: receiver.url,
  });
  if (configured.status !== 200) throw new Error(JSON.stringify(configured.body));
  const load = startLoad({ baseUrl: server.baseUrl, sandbox, random: createRandom(seed) });
  const result = await action(load);
  await load.stop();
  const client = sandboxClient(server.baseUrl, sandbox);
  const { acknowledged, figures } = load;
  const orderCheck = await checkOrders(client, { acknowledged, receiver, patienceMs });
  // A check with findings is not an error: it belongs in the report.
  const { body: ledger } = await operate(target, 'ledger check');
  const answered = byRequestKind((kind) => load.answered[kind].length);
  return { ...result, figures, answered, orders: acknowledged.orders, orderCheck, ledger };
}

export function byRequestKind<Value>(of: (kind: RequestKind) => Value): Record<RequestKind, Value> {
  return {
    create: of('create'),
    card: of('card'),
    payout: of('payout'),
    read: of('read'),
    list: of('list'),
    page: of('page'),
  };
}
