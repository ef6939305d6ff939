import { sandboxClient } from '../../../tests/support/process/sandbox.ts';
import type { SandboxFile } from '../../../src/service/sandbox/keys-file.ts';
import type { Receiver } from '../../../tests/support/network/receiver.ts';
import { operate } from '../../../tests/support/process/operate.ts';
import type { ServerProcess } from '../../../tests/support/process/program.ts';
import { createRandom } from '../faults/random.ts';
import { lookAround, type Aftermath } from './aftermath.ts';
import { startLoad, type Load, type RequestKind } from './load.ts';

/** A running service, whose sandbox's shops use it. */
export interface Used {
  server: ServerProcess;
  sandbox: SandboxFile;
  receiver: Receiver;
  dataDirectory: string;
}

/** What shops were told meanwhile, and what is there afterwards. */
export interface Usage {
  figures: Load['figures'];
  /** Of each kind how many were answered. */
  answered: Record<RequestKind, number>;
  orders: number;
  aftermath: Aftermath;
  /** What the ledger's check found; as the operator's command answers it. */
  ledger: unknown;
}

/** Asks the running service for an operator's command. @throws what is not answered 200 */
export function asking({ server, dataDirectory }: Used) {
  return async (command: string, input?: object): Promise<unknown> => {
    const reached = { operatorUrl: server.operatorUrl, dataDirectory };
    const { status, body } = await operate(reached, command, input);
    if (status !== 200) throw new Error(`${command}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
}

/** Has shops use a service while something happens, and looks at what has become of all that they were told. */
export async function underLoad<Happened extends object>(
  used: Used,
  { seed, patienceMs }: { seed: number; patienceMs: number },
  happen: (load: Load) => Promise<Happened>,
): Promise<Happened & Usage> {
  const { server, sandbox, receiver, dataDirectory } = used;
  const urls = { payin_url: receiver.url, payout_url: receiver.url };
  await asking(used)('webhooks configure', { merchant: sandbox.merchant_id, ...urls });
  const load = startLoad({ baseUrl: server.baseUrl, sandbox, random: createRandom(seed) });
  const happened = await happen(load);
  await load.stop();
  const client = sandboxClient(server.baseUrl, sandbox);
  const { acknowledged, figures } = load;
  const aftermath = await lookAround(client, { acknowledged, receiver, patienceMs });
  // A check that finds something is part of the report.
  const reached = { operatorUrl: server.operatorUrl, dataDirectory };
  const { body: ledger } = await operate(reached, 'ledger check');
  const answered = ofKinds((kind) => load.answered[kind].length);
  return { ...happened, figures, answered, orders: acknowledged.orders, aftermath, ledger };
}

export function ofKinds<Value>(of: (kind: RequestKind) => Value): Record<RequestKind, Value> {
  return {
    create: of('create'),
    card: of('card'),
    payout: of('payout'),
    read: of('read'),
    list: of('list'),
    page: of('page'),
  };
}
