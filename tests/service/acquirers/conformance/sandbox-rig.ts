/** The sandbox acquirer of a service that runs in this process. */
import { sql } from 'kysely';
import { sandboxTerminal } from '../../../support/database/seeds/methods.ts';
import type { TestClock } from '../../../support/process/clock.ts';
import { bank } from '../../../support/orders/transfers.ts';
import type { RunningService } from '../../../support/process/service.ts';
import type { TransferSource } from '#service/acquirers/port.ts';
import type { AcquirerRig, CardKind, RefundRig, Sending, TransferRig } from './rig.ts';
import { TRANSFER_INPUTS } from './transfer-rig.ts';

export const SANDBOX_CARDS: Record<CardKind, string> = {
  approved: '4242424242424242',
  insufficient: '4000000000009995',
  incorrectCode: '4000000000000127',
  expired: '4000000000000069',
  stolen: '4000000000009979',
  pending: '4000000000000077',
  challenge: '4000000000003220',
  wantsAddress: '4000000000000010',
};

export async function sandboxRig(running: RunningService, clock: TestClock): Promise<AcquirerRig> {
  const { terminals } = running.context;
  const description = terminals.adapters.get('sandbox')?.describe();
  if (description === undefined) throw new Error('The sandbox is not installed');
  return {
    description,
    terminal: { settings: {}, credentials: {} },
    acquirer: await terminals.open(await sandboxTerminal(running)),
    wrong: undefined,
    network: undefined,
    cards: SANDBOX_CARDS,
    async taken(attemptId) {
      const { rows } = await sql<{ amount: bigint }>`select amount_minor as amount
        from sandbox.payments where attempt_id = ${attemptId} and outcome = 'approved'`.execute(
        running.db,
      );
      return rows.reduce((sum, { amount }) => sum + amount, 0n);
    },
    answerChallenge: (url, answer) => answerSandboxChallenge(running, url, answer),
    decidePending: () => sandboxDecides(clock),
    notifications: () => Promise.resolve([]),
    transfers: sandboxTransfers(running, clock),
    refunds: SANDBOX_REFUNDS,
    close: () => Promise.resolve(),
  };
}

/** The amount that docs/guides/refunds.md lists as refused. Its outcome never changes. */
export const SANDBOX_REFUNDS: RefundRig = { refusedMinor: 421n, notifications: () => [] };

function sandboxTransfers(running: RunningService, clock: TestClock): TransferRig {
  const { db } = running;
  const arrived = async (attemptId: string) => {
    const { rows } = await sql<{ amount: bigint }>`select amount_minor as amount
      from sandbox.receipts where attempt_id = ${attemptId}
      union all select amount_minor from sandbox.transfers
        where attempt_id = ${attemptId} and state = 'approved'`.execute(db);
    return rows.reduce((sum, { amount }) => sum + amount, 0n);
  };
  return {
    sources: {
      P2P: {
        ...{ currency: 'UAH', input: TRANSFER_INPUTS.P2P },
        ...{ instructions: 'transfer', tellsReceipts: true },
      },
      CRYPTO: {
        ...{ currency: 'USDT_TRON', input: TRANSFER_INPUTS.CRYPTO },
        ...{ instructions: 'address', tellsReceipts: true },
      },
      PIX: {
        ...{ currency: 'USD', input: TRANSFER_INPUTS.PIX },
        ...{ instructions: 'code', tellsReceipts: true },
      },
      PHONE: { currency: 'EUR', input: TRANSFER_INPUTS.PHONE, instructions: 'confirm' },
      BLIK: { currency: 'EUR', input: TRANSFER_INPUTS.BLIK, instructions: 'confirm' },
    },
    refusals: {
      soft: { outcome: 'soft_decline' },
      hard: { outcome: 'hard_decline', begin: { amountMinor: REFUSED_HARD_MINOR } },
    },
    givesUp: true,
    async pay({ id, input: { source } }) {
      await bank(running, id, PAYS[source]);
      confirmed(clock, source);
    },
    async refuse({ id }, how) {
      if (how === 'soft') await bank(running, id, 'refuse');
    },
    arrived,
    async send({ id, input: { source } }, what) {
      await bank(running, id, SENDS[what]);
      confirmed(clock, source);
    },
  };
}

/** Lets the sandbox's crypto network confirm, which takes three seconds. */
export function confirmed(clock: TestClock, source: TransferSource): void {
  if (source === 'CRYPTO') clock.advance(3_000);
}

/** The amount that docs/guides/testing.md lists as refused for every source. */
export const REFUSED_HARD_MINOR = 10_179n;

export const PAYS: Record<TransferSource, string> = {
  P2P: 'exact',
  CRYPTO: 'exact',
  PIX: 'exact',
  PHONE: 'approve',
  BLIK: 'approve',
};

const SENDS: Record<Sending, string> = {
  half: 'less',
  all: 'exact',
  more: 'more',
  twice: 'twice',
};

/** Answers a challenge as the issuer's page does. @returns no parameters: only the shopper comes back */
export async function answerSandboxChallenge(
  { baseUrl }: RunningService,
  url: string,
  answer: 'approve' | 'refuse',
): Promise<Record<string, string>> {
  const id = new URL(url).pathname.split('/').at(-1) ?? '';
  const response = await fetch(`${baseUrl}/api/sandbox/v1/challenges/${id}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ outcome: answer }),
  });
  if (!response.ok) throw new Error(`The challenge was not answered: ${response.status}`);
  return {};
}

/** Moves the clock to when the sandbox decides pending payments, and the first status inquiry is due. */
export function sandboxDecides(clock: TestClock): Promise<void> {
  clock.advance(5_000);
  return Promise.resolve();
}
