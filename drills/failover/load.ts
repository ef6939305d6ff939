import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxClient } from '../../tests/support/process/sandbox.ts';
import type { Result } from '../../src/contract/client/client.ts';
import type { PayinOrder } from '../../src/contract/schemas/payin.ts';
import type { SandboxFile } from '../../src/service/sandbox/keys-file.ts';
import { cardDataBody, payinBody, payoutBody } from '../../tests/support/orders/orders.ts';
import type { Random } from '../faults/random.ts';
import { Acknowledged } from './acknowledged.ts';
import type { Answered } from './recovery.ts';

export const REQUEST_KINDS = ['create', 'card', 'payout', 'read', 'list', 'page'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export interface Load {
  /** The requests that were answered in the end, each with all of its repeats. */
  answered: Record<RequestKind, Answered[]>;
  acknowledged: Acknowledged;
  figures: { repeated: number; refused: number; bugs: number; given_up: number };
  /** Waits until a create that starts now is answered. @throws if that takes far too long */
  untilCreating(): Promise<void>;
  /** Stops the load. Resolves when every started request is answered. */
  stop(): Promise<void>;
}

interface LoadOptions {
  baseUrl: string;
  sandbox: SandboxFile;
  random: Random;
}

const CREATORS = 2;
const SHOPPERS = 3;
const PAUSE_MS = 300;
const REPEAT_AFTER_MS = 200;
/** After this long without an answer a shop gives up on a request. */
const GIVE_UP_AFTER_MS = 120_000;
const PAGE_TIMEOUT_MS = 10_000;

/** Approved (three times as often), approved later, declined, a broken connection. */
const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000077',
  '4000000000000002',
  '4000000000000341',
] as const;

/** Starts shops and shoppers. They repeat each request until it is answered, and record the answer. */
export function startLoad(options: LoadOptions): Load {
  const { random } = options;
  const patient = createPatience();
  const acknowledged = new Acknowledged();
  const shop = createShop(options, patient, acknowledged);
  let stopping = false;
  const goOn = async (once: () => Promise<unknown>) => {
    for (;;) {
      if (stopping) return;
      // A shop that gives up is counted, and makes its next request.
      await once().catch(() => undefined);
      await sleep(random.between(0, PAUSE_MS));
    }
  };
  const running = Promise.all([
    ...Array.from({ length: CREATORS }, () => goOn(() => shop.create())),
    ...Array.from({ length: SHOPPERS }, () =>
      goOn(() => (random.between(1, 3) === 1 ? shop.payOut() : shop.payIn())),
    ),
    goOn(() => shop.list()),
  ]);
  return {
    answered: patient.answered,
    acknowledged,
    figures: patient.figures,
    async untilCreating() {
      await shop.create();
    },
    async stop() {
      stopping = true;
      await running;
    },
  };
}

interface Patience extends Pick<Load, 'answered' | 'figures'> {
  /** Repeats the identical request while its effect is unknown. @returns undefined if it was refused */
  untilAnswered<T>(
    kind: RequestKind,
    send: () => Promise<Result<T>>,
  ): Promise<{ value: T } | undefined>;
}

function createPatience(): Patience {
  const figures = { repeated: 0, refused: 0, bugs: 0, given_up: 0 };
  const answered: Load['answered'] = {
    create: [],
    card: [],
    payout: [],
    read: [],
    list: [],
    page: [],
  };
  return {
    figures,
    answered,
    async untilAnswered(kind, send) {
      const startedMs = performance.now();
      for (;;) {
        const result = await send();
        const answeredMs = performance.now();
        if (result.ok || (result.status !== undefined && result.status < 500)) {
          answered[kind].push({ startedMs, answeredMs });
          // The requests are valid, so a refusal means that something acknowledged is gone.
          if (!result.ok) figures.refused += 1;
          return result.ok ? { value: result.value } : undefined;
        }
        if (result.status === 500) figures.bugs += 1;
        if (answeredMs - startedMs > GIVE_UP_AFTER_MS) {
          figures.given_up += 1;
          throw new Error(`No answer to a ${kind}`);
        }
        figures.repeated += 1;
        await sleep(REPEAT_AFTER_MS);
      }
    },
  };
}

function createShop(
  { baseUrl, sandbox, random }: LoadOptions,
  patient: Patience,
  acknowledged: Acknowledged,
) {
  const client = sandboxClient(baseUrl, sandbox);

  async function create(): Promise<PayinOrder> {
    const body = payinBody({ sandbox }, { amount: random.between(100, 5_000) / 100 });
    const created = await patient.untilAnswered('create', () => client.createPayin(body));
    if (created === undefined) throw new Error('A payin was refused');
    acknowledged.recordCreated(body, created.value);
    return created.value;
  }

  return {
    create,

    async payIn(): Promise<void> {
      const { id } = await create();
      await patient.untilAnswered('page', () => fetchPage(`${baseUrl}/pay/${id}`));
      const card = client.signCardData(cardDataBody(id, { card_number: random.among(CARDS) }));
      await patient.untilAnswered('card', () => card.send());
      const read = await patient.untilAnswered('read', () => client.getPayin(id));
      if (read !== undefined) acknowledged.recordSeen(read.value);
    },

    async payOut(): Promise<void> {
      const body = payoutBody({ sandbox }, { amount: 1.5 });
      const created = await patient.untilAnswered('payout', () => client.createPayout(body));
      if (created !== undefined) acknowledged.recordCreated(body, created.value);
    },

    async list(): Promise<void> {
      const listed = await patient.untilAnswered('list', () =>
        client.listPayins({ page: 1, size: 50 }),
      );
      for (const order of listed?.value.content ?? []) acknowledged.recordSeen(order);
    },
  };
}

async function fetchPage(url: string): Promise<Result<undefined>> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    await answer.arrayBuffer();
    const { ok, status } = answer;
    if (ok) return { ok, status, value: undefined, replayed: false };
    return { ok, status, effect: 'unknown', cause: 'refused' };
  } catch {
    return { ok: false, effect: 'unknown', cause: 'unreachable' };
  }
}
