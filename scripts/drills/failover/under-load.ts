import { sandboxClient } from '../../../tests/support/process/sandbox.ts';
import type { SandboxFile } from '../../../src/service/sandbox/keys-file.ts';
import type { Receiver } from '../../../tests/support/network/receiver.ts';
import { operate } from '../../../tests/support/process/operate.ts';
import type { ServerProcess } from '../../../tests/support/process/program.ts';
import { createRandom } from '../faults/random.ts';
import { lookAround, type Aftermath } from './aftermath.ts';
import { startLoad, type Load, type RequestKind } from './load.ts';

/** A running service that the sandbox's shops use. */
export interface Used {
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
  aftermath: Aftermath;
  /** The answer of the operator's command `ledger check`. */
  ledger: unknown;
}

/** Returns a function that runs operator's commands on the service. It throws for any answer but 200. */
export function asking({ server, dataDirectory }: Used) {
  return async (command: string, input?: object): Promise<unknown> => {
    const reached = { operatorUrl: server.operatorUrl, dataDirectory };
    const { status, body } = await operate(reached, command, input);
    if (status !== 200) throw new Error(`${command}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
}

/** Runs shops against a service while `happen` runs, then checks everything that they were told. */
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
  // A check with findings is not an error: it belongs in the report.
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
