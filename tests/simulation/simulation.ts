import { createHash } from 'node:crypto';
import { NumberText } from '#contract/json/number-text.ts';
import { cardDataRequest, type CardDataRequest } from '#contract/schemas/card-data.ts';
import { createPayinRequest } from '#contract/schemas/payin.ts';
import { createPayoutRequest } from '#contract/schemas/payout.ts';
import { createRefundRequest } from '#contract/schemas/refund.ts';
import { isFinal } from '#domain/order/status.ts';
import { bootstrap, type ServiceParts } from '#service/bootstrap.ts';
import { readConfig, type ServiceConfig } from '#service/configuration.ts';
import { takeDisputeNotice } from '#service/disputes/take.ts';
import { openGateAccount } from '#service/ledger/accounts.ts';
import {
  createCallerDirectory,
  type CallerDirectory,
} from '#service/merchants/caller-directory.ts';
import { issueKey } from '#service/merchants/keys.ts';
import type { Caller, MerchantCaller } from '#service/merchants/settings.ts';
import { failByHand } from '#service/operator/fail-order.ts';
import { beginTransfer } from '#service/payins/begin.ts';
import { cancelPayin } from '#service/payins/cancel.ts';
import { submitCardData } from '#service/payins/card-data.ts';
import { completeChallenge, giveUpChallenge } from '#service/payins/challenge.ts';
import { createPayin } from '#service/payins/create.ts';
import { inquireWhenViewed, takePayinNotification } from '#service/payins/inquire.ts';
import { takePayoutNotification } from '#service/payouts/pay.ts';
import { createPayout } from '#service/payouts/create.ts';
import { changeBoundRow } from '#service/platform/bound-rows.ts';
import { SEALED } from '#service/platform/keyring.ts';
import { createLog } from '#service/platform/log.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import type { Engine } from '#service/platform/database/database.ts';
import type { DisputeNotice, Notification } from '#service/providers/port.ts';
import { orderSweeps } from '#service/reconciliation/sweeps.ts';
import { createRefund } from '#service/refunds/create.ts';
import { takeRefundNotification } from '#service/refunds/refund.ts';
import { noAnswer, type ReceiverAnswer, type WebhookRequest } from '#service/webhooks/post.ts';
import { z } from 'zod';
import { SimulatedAcquirer } from './acquirer.ts';
import { endFindings, stepFindings, createMonitor, type Acknowledged } from './invariants.ts';
import { createRandom, type Random } from './random.ts';
import { Life, ProcessDied, Scheduler } from './scheduler.ts';
import type { Place, SimulationDatabase } from './database.ts';

export interface SimulationOptions {
  seed: number;
  steps: number;
  engine: Engine;
  /** The numbers of what is not begun, of a failure that was shortened. */
  without?: readonly number[] | undefined;
}

export interface SimulationResult {
  figures: Record<Figure, number>;
  findings: string[];
  /** The step at which the first finding was made. */
  foundAt: number | undefined;
  /** How many operations were begun. */
  begun: number;
  hash: string;
  trace: string[];
}

export const FIGURES = [
  'payins',
  'payouts',
  'refunds',
  'disputes',
  'webhooks',
  'crashes',
  'lost',
  'doubled',
  'late',
] as const;
export type Figure = (typeof FIGURES)[number];

const START_MS = Date.UTC(2026, 2, 1, 12);
const MOST_AT_ONCE = 8;

export async function simulate(
  held: SimulationDatabase,
  options: SimulationOptions,
): Promise<SimulationResult> {
  held.watch(undefined);
  await held.empty();
  const simulation = new Simulation(held, options);
  try {
    return await simulation.run();
  } finally {
    held.watch(undefined);
  }
}

const CONFIG = {
  ...(readConfig({
    PUBLIC_URL: 'https://pay.example',
    DATABASE_URL: 'postgres://not.used/',
    SANDBOX: 'off',
    MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, place) => place)).toString('base64'),
    LOG_LEVEL: 'silent',
  }) as ServiceConfig),
};

const SILENT = { write: () => undefined };
const LOG = createLog(CONFIG.logLevel, SILENT);

interface Living {
  life: Life;
  parts: ServiceParts;
  context: ServiceContext;
  callers: CallerDirectory;
}

/** The page's key, the same in each life. */
const PAGE: Caller = { scope: 'page', keyId: 'page', secret: '', expiresAt: null };

class Simulation {
  readonly #held: SimulationDatabase;
  readonly #options: SimulationOptions;
  readonly #scheduler: Scheduler;
  readonly #acquirer: SimulatedAcquirer;
  readonly #world: Random;
  readonly #ids: Random;
  readonly #acknowledged: Acknowledged = { orders: new Map(), refunds: new Map(), findings: [] };
  readonly #received = new Map<string, string>();
  readonly #undelivered: Notification[] = [];
  readonly #figures = noFigures();
  #living!: Living;
  #place!: Place;
  #underWay = 0;
  #begun = 0;
  #isHealed = false;

  constructor(held: SimulationDatabase, options: SimulationOptions) {
    const { seed, engine } = options;
    this.#held = held;
    this.#options = options;
    this.#scheduler = new Scheduler(createRandom(seed, 'order of tasks'), {
      startMs: START_MS,
      mayOverlap: engine === 'postgres',
    });
    this.#acquirer = new SimulatedAcquirer(this.#scheduler, createRandom(seed, 'acquirer'));
    this.#world = createRandom(seed, 'world');
    this.#ids = createRandom(seed, 'ids');
  }

  async run(): Promise<SimulationResult> {
    const { steps } = this.#options;
    this.#held.watch(this.#scheduler);
    await this.#scheduler.freely(async () => {
      await this.#start();
      this.#place = await this.#held.placeOnce(() =>
        settle({ ...this.#living.context, newId: createRandom(0, 'place').uuid }),
      );
      const { context } = this.#living;
      const { gateId } = this.#place;
      await openGateAccount(
        context.db,
        { gateId, currency: 'EUR', openingMinor: 30_000n },
        context.now(),
      );
      await context.db.updateTable('merchants').set({ config_version: 1n }).execute();
    });
    const monitor = createMonitor(this.#held.database.observer);
    let findings: string[] = [];
    let foundAt: number | undefined;
    let looked = 0;
    for (let step = 0; step < steps && findings.length === 0; step += 1) {
      await this.#step(step);
      findings = [...this.#acquirer.findings, ...this.#acknowledged.findings];
      const { trace } = this.#scheduler;
      if (trace.slice(looked).some((line) => WRITES.test(line)))
        findings.push(...(await this.#unwatched(() => stepFindings(monitor))));
      looked = trace.length;
      if (findings.length > 0) foundAt = step;
    }
    if (findings.length === 0) {
      await this.#heal();
      findings = await this.#unwatched(async () => [
        ...this.#acquirer.findings,
        ...this.#acknowledged.findings,
        ...(await stepFindings(monitor)),
        ...(await endFindings(this.#held.database, {
          acquirer: this.#acquirer,
          acknowledged: this.#acknowledged,
          received: this.#received,
        })),
      ]);
      if (findings.length > 0) foundAt = steps;
    }
    this.#scheduler.end(this.#living.life);
    await this.#scheduler.settle();
    const { trace } = this.#scheduler;
    return {
      figures: { ...this.#figures, ...this.#acquirer.figures },
      findings,
      foundAt,
      begun: this.#begun,
      hash: createHash('sha256').update(trace.join('\n')).digest('hex'),
      trace,
    };
  }

  /** Reads the database as nobody in the simulation does. */
  #unwatched<T>(act: () => Promise<T>): Promise<T> {
    return this.#scheduler.freely(act);
  }

  /** Starts a process. */
  async #start(): Promise<void> {
    const life = new Life();
    const scheduler = this.#scheduler;
    const now = () => new Date(Math.floor(scheduler.nowMs));
    await scheduler.in(life, async () => {
      const parts = await bootstrap(
        CONFIG,
        {
          now,
          systemMs: () => scheduler.nowMs,
          newId: () => this.#ids.uuid(),
          random: () => this.#ids.next(),
          timers: scheduler.timers,
          adapters: [this.#acquirer.adapter],
          webhooks: { poster: { post: (request, stop) => this.#receive(request, stop) } },
        },
        LOG,
        this.#held.database,
      );
      const { context } = parts;
      const callers = createCallerDirectory({
        db: context.db,
        batches: context.batches,
        keyring: context.keyring,
        now,
        testKeys: false,
        pageKey: undefined,
        onTouchFailed: () => undefined,
        reportUnverified: context.reportUnverified,
      });
      this.#living = { life, parts, context, callers };
    });
  }

  async #step(step: number): Promise<void> {
    const choice = createRandom(this.#options.seed, `step ${step}`);
    if (choice.isBelow(0.012)) await this.#crash();
    if (this.#underWay < MOST_AT_ONCE && choice.isBelow(0.4)) this.#begin(choice);
    if (choice.isBelow(0.04)) await this.#scheduler.pass(20_000);
    if (!(await this.#scheduler.step()) && !this.#scheduler.isBusy()) await this.#scheduler.pass();
    await this.#scheduler.settle();
  }

  async #crash(): Promise<void> {
    this.#figures.crashes += 1;
    this.#scheduler.note('the process dies');
    this.#scheduler.end(this.#living.life);
    await this.#scheduler.settle();
    await this.#scheduler.freely(() => this.#start());
    await this.#scheduler.settle();
  }

  /** Begins what somebody does. */
  #begin(choice: Random): void {
    const number = this.#begun;
    this.#begun += 1;
    const act = choice.pick(this.#acts());
    if (act === undefined || this.#options.without?.includes(number) === true) return;
    this.#run(act.name, () => act(choice));
  }

  #run(name: string, act: () => Promise<unknown>): void {
    this.#scheduler.note(`begin ${name}`);
    this.#underWay += 1;
    const ended = () => {
      this.#underWay -= 1;
    };
    this.#scheduler.in(this.#living.life, () => {
      act().then(ended, (error: unknown) => {
        ended();
        const isExpected =
          error instanceof ProcessDied ||
          (error instanceof Error && error.name === 'StaleSettings');
        if (!isExpected && !isProcessDied(error))
          this.#acknowledged.findings.push(`${name} threw ${describe(error)}`);
      });
    });
  }

  #acts(): ((choice: Random) => Promise<unknown>)[] {
    return [
      this.#createsPayin,
      this.#createsPayin,
      this.#createsPayin,
      this.#repeats,
      this.#createsPayout,
      this.#paysByCard,
      this.#paysByCard,
      this.#paysByCard,
      this.#beginsTransfer,
      this.#beginsTransfer,
      this.#bankSends,
      this.#bankSends,
      this.#answersChallenge,
      this.#looks,
      this.#refunds,
      this.#refunds,
      this.#acquirerDecides,
      this.#acquirerTells,
      this.#acquirerDisputes,
      this.#operatorFails,
      this.#operatorCancels,
      this.#sweeps,
      this.#sweeps,
      this.#sweeps,
      this.#reads,
    ];
  }

  readonly #caller = async (): Promise<MerchantCaller> => {
    const found = await this.#living.callers.find(this.#place.keyId, { fresh: false });
    if (found?.caller.scope !== 'merchant') throw new Error('The key is not known');
    return found.caller;
  };

  readonly #createsPayin = async (choice: Random) => {
    const reference = `payin-${this.#begun}`;
    const method = choice.pick(['card', 'card', 'held', 'p2p']) ?? 'card';
    await this.#create(reference, { kind: 'payin', method, amount: 10 + choice.below(90) });
  };

  readonly #createsPayout = async (choice: Random) => {
    await this.#create(`payout-${this.#begun}`, {
      kind: 'payout',
      method: 'payout',
      amount: 10 + choice.below(90),
    });
  };

  readonly #repeats = async (choice: Random) => {
    const sent = choice.pick([...this.#sent]);
    if (sent === undefined) return;
    await Promise.all([this.#create(...sent), this.#create(...sent)]);
  };

  /** What merchants have sent, by its reference. */
  readonly #sent = new Map<string, { kind: 'payin' | 'payout'; method: string; amount: number }>();

  async #create(
    reference: string,
    wanted: { kind: 'payin' | 'payout'; method: string; amount: number },
  ): Promise<void> {
    if (!this.#sent.has(reference)) this.#figures[`${wanted.kind}s`] += 1;
    this.#sent.set(reference, wanted);
    const { context } = this.#living;
    const caller = await this.#caller();
    const signed = { timestamp: '1', signature: reference };
    const common = {
      reference_id: reference,
      currency: 'EUR',
      amount: new NumberText(String(wanted.amount)),
      merchant_gate_method_id: this.#place.methods[wanted.method],
      customer: {},
    };
    const made =
      wanted.kind === 'payin'
        ? await createPayin(context, caller, createPayinRequest.parse(common), signed)
        : await createPayout(
            context,
            caller,
            createPayoutRequest.parse({ ...common, destination_account: '4242424242424242' }),
            signed,
          );
    if (!made.ok) {
      this.#acknowledged.findings.push(`${reference} was refused: ${JSON.stringify(made.problem)}`);
      return;
    }
    const { id } = made.value.order;
    const known = this.#acknowledged.orders.get(reference);
    if (known !== undefined && known.id !== id)
      this.#acknowledged.findings.push(`${reference} was made twice`);
    this.#acknowledged.orders.set(reference, {
      id,
      kind: wanted.kind,
      method: wanted.method,
      amountMinor: BigInt(wanted.amount) * 100n,
    });
  }

  #anOrder(
    choice: Random,
    wanted: (order: { kind: string; method: string }) => boolean,
  ): string | undefined {
    return choice.pick([...this.#acknowledged.orders.values()].filter(wanted).slice(-12))?.id;
  }

  readonly #paysByCard = async (choice: Random) => {
    const id = this.#anOrder(choice, ({ method }) => method === 'card' || method === 'held');
    if (id === undefined) return;
    const tabs = choice.isBelow(0.4) ? 2 : 1;
    const card = choice.below(1_000);
    await Promise.all(Array.from({ length: tabs }, (_, tab) => this.#submit(id, card + tab)));
  };

  #submit(orderId: string, card: number): Promise<unknown> {
    return submitCardData(this.#living.context, PAGE, {
      timestamp: String(this.#begun),
      signature: `${orderId} ${card}`,
      payer: {
        address: undefined,
        userAgent: undefined,
        accept: undefined,
        acceptLanguage: undefined,
        script: true,
      },
      data: cardData(orderId, card),
    });
  }

  readonly #beginsTransfer = async (choice: Random) => {
    const id = this.#anOrder(choice, ({ method }) => method === 'p2p');
    if (id === undefined) return;
    const begin = (tab: number) =>
      beginTransfer(this.#living.context, PAGE, {
        orderId: id,
        timestamp: String(this.#begun),
        signature: `${id} ${tab}`,
        payer: {
          address: undefined,
          userAgent: undefined,
          accept: undefined,
          acceptLanguage: undefined,
          script: true,
        },
        data: { source: 'P2P' },
      });
    await Promise.all(choice.isBelow(0.3) ? [begin(1), begin(2)] : [begin(1)]);
  };

  readonly #bankSends = async (choice: Random) => {
    const notification = this.#acquirer.receive();
    if (notification === undefined) return;
    this.#undelivered.push(notification);
    if (choice.isBelow(0.6)) await this.#acquirerTells(choice);
  };

  readonly #acquirerDecides = async (choice: Random) => {
    this.#undelivered.push(...this.#acquirer.decide());
    await this.#acquirerTells(choice);
  };

  readonly #acquirerTells = async (choice: Random) => {
    const notification = choice.pick(
      choice.isBelow(0.7) && this.#undelivered.length > 0
        ? this.#undelivered
        : this.#acquirer.everything(),
    );
    if (notification === undefined) return;
    const times = choice.isBelow(0.2) ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => this.#tell(notification)));
  };

  /** Delivers a notification; the acquirer forgets it once it is taken. */
  async #tell(notification: Notification): Promise<void> {
    const { context } = this.#living;
    const take = {
      card: takePayinNotification,
      transfer: takePayinNotification,
      payout: takePayoutNotification,
      refund: takeRefundNotification,
    }[notification.kind];
    const terminalId = await this.#terminalOf(notification);
    if (terminalId === undefined || !(await take(context, terminalId, notification))) return;
    const place = this.#undelivered.indexOf(notification);
    if (place >= 0) this.#undelivered.splice(place, 1);
  }

  async #terminalOf({ kind, attemptId }: Notification): Promise<string | undefined> {
    const table =
      kind === 'payout'
        ? 'payout_attempts'
        : kind === 'refund'
          ? 'refund_attempts'
          : 'payin_attempts';
    const row = await this.#living.context.db
      .selectFrom(table)
      .select('terminal_id')
      .where('id', '=', attemptId)
      .executeTakeFirst();
    return row?.terminal_id;
  }

  readonly #answersChallenge = async (choice: Random) => {
    const { context } = this.#living;
    const challenged = [...this.#acquirer.cards.values()].filter(
      ({ state }) => state === 'challenge',
    );
    const id = choice.pick(challenged)?.orderId;
    if (id === undefined) return;
    await (choice.isBelow(0.7) ? completeChallenge(context, id, {}) : giveUpChallenge(context, id));
  };

  readonly #looks = async (choice: Random) => {
    const id = this.#anOrder(choice, ({ kind }) => kind === 'payin');
    if (id === undefined) return;
    const payin = await this.#living.context.db
      .selectFrom('payins')
      .select(['id', 'status'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (payin !== undefined) inquireWhenViewed(this.#living.context, payin);
  };

  readonly #refunds = async (choice: Random) => {
    const { context } = this.#living;
    const paid = [...this.#acquirer.cards.values(), ...this.#acquirer.transfers.values()].filter(
      ({ orderId }) => orderId !== '',
    );
    const payment = choice.pick(paid);
    if (payment === undefined) return;
    const caller = await this.#caller();
    const whole = choice.isBelow(0.5);
    const refund = async (reference: string) => {
      const request = createRefundRequest.parse({
        payin_id: payment.orderId,
        reference_id: reference,
        ...(!whole && { amount: new NumberText(String(1 + choice.below(40))) }),
      });
      const made = await createRefund(context, caller, request);
      if (!made.ok) return;
      const { id } = made.value.order;
      const known = this.#acknowledged.refunds.get(reference);
      if (known !== undefined && known !== id)
        this.#acknowledged.findings.push(`${reference} was made twice`);
      if (known === undefined) this.#figures.refunds += 1;
      this.#acknowledged.refunds.set(reference, id);
    };
    const reference = `refund-${this.#begun}`;
    if (choice.isBelow(0.4))
      await Promise.all([
        refund(reference),
        refund(choice.isBelow(0.5) ? reference : `${reference}-again`),
      ]);
    else await refund(reference);
  };

  readonly #acquirerDisputes = async (choice: Random) => {
    const { context } = this.#living;
    const [attemptId] =
      choice.pick([...this.#acquirer.cards].filter(([, { state }]) => state === 'approved')) ?? [];
    if (attemptId === undefined) return;
    const terminalId = await this.#terminalOf({ kind: 'card', attemptId, reported: undefined });
    if (terminalId === undefined) return;
    const step =
      choice.pick([
        'inquiry_opened',
        'charged_back',
        'charged_back',
        'answered',
        'won',
        'lost',
      ] as const) ?? 'charged_back';
    const notice: DisputeNotice = {
      kind: 'dispute',
      about: { attemptId },
      reference: `dispute ${attemptId}`,
      id: `${step} ${attemptId}`,
      event: step,
      step,
      disputed: undefined,
      reasonCode: undefined,
      answerBy: undefined,
      reportedAt: undefined,
      detail: undefined,
    };
    if ((await takeDisputeNotice(context, terminalId, notice)) === 'taken')
      this.#figures.disputes += 1;
  };

  readonly #operatorFails = async (choice: Random) => {
    const id = this.#anOrder(choice, () => choice.isBelow(0.5));
    if (id !== undefined) await failByHand(this.#living.context, id);
  };

  readonly #operatorCancels = async (choice: Random) => {
    const id = this.#anOrder(choice, ({ kind }) => kind === 'payin' && choice.isBelow(0.5));
    if (id !== undefined) await cancelPayin(this.#living.context, id);
  };

  readonly #reads = async (choice: Random) => {
    const id = this.#anOrder(choice, () => true);
    if (id === undefined) return;
    const order = [...this.#acknowledged.orders.values()].find((each) => each.id === id);
    const { db } = this.#living.context;
    const row = await db
      .selectFrom(order?.kind === 'payout' ? 'payouts' : 'payins')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) this.#acknowledged.findings.push(`${id} was acknowledged and is lost`);
  };

  /** One tick of recurring work, in any sequence. */
  readonly #sweeps = async (choice: Random) => {
    const { context, parts } = this.#living;
    const sweeps = orderSweeps(context).filter(({ name }) => SWEEPS.has(name));
    const sweep = choice.pick([
      ...sweeps,
      { name: 'deliver-webhooks', run: () => parts.webhooks.claim() },
    ]);
    await sweep?.run();
  };

  /** The merchant's receiver, which fails, and whose answers get lost. */
  #receive({ headers, body }: WebhookRequest, stop: AbortSignal): Promise<ReceiverAnswer> {
    const scheduler = this.#scheduler;
    const chance = this.#isHealed ? 1 : this.#world.next();
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
        this.#figures.webhooks += 1;
        if (chance < 0.15) {
          answer(answered(500));
          return;
        }
        const known = this.#received.get(id);
        if (known !== undefined && known !== text)
          this.#acknowledged.findings.push(`webhook ${id} came with two bodies`);
        this.#received.set(id, text);
        answer(chance < 0.25 ? noAnswer('connection_closed') : answered(200));
      });
    });
  }

  /** Ends all faults, and lets the service do what is left, as an hour and then some days pass. */
  async #heal(): Promise<void> {
    this.#isHealed = true;
    this.#acquirer.isHealed = true;
    this.#scheduler.note('all faults end');
    await this.#drain();
    for (let round = 0; round < HEALING_ROUNDS; round += 1) {
      this.#undelivered.push(...this.#acquirer.decide(true));
      for (const notification of this.#undelivered.splice(0)) {
        this.#run('tell', () => this.#tell(notification));
        await this.#drain();
      }
      this.#scheduler.nowMs += HEALING_STEPS_MS[round] ?? 3_600_000;
      const { context, parts } = this.#living;
      for (const sweep of orderSweeps(context)) {
        if (!SWEEPS.has(sweep.name)) continue;
        this.#run(sweep.name, () => sweep.run());
        await this.#drain();
      }
      this.#run('deliver-webhooks', () => parts.webhooks.claim());
      await this.#drain();
      if (!(await this.#unwatched(() => this.#isAnythingOpen()))) return;
    }
  }

  async #isAnythingOpen(): Promise<boolean> {
    const { observer: db } = this.#held.database;
    const open = await Promise.all(
      (['payins', 'payouts'] as const).map((table) =>
        db.selectFrom(table).select('status').execute(),
      ),
    );
    const events = await db
      .selectFrom('webhook_events')
      .select('id')
      .where('state', '=', 'pending')
      .execute();
    const refunds = await db.selectFrom('refunds').select('status').execute();
    return (
      events.length > 0 ||
      [...open.flat(), ...refunds].some(({ status }) => !isFinal(status)) ||
      this.#undelivered.length > 0
    );
  }

  /** Lets everything that can go on go on. */
  async #drain(): Promise<void> {
    for (let steps = 0; steps < 10_000; steps += 1) {
      if (await this.#scheduler.step()) continue;
      if (this.#scheduler.isBusy()) {
        await this.#scheduler.settle();
        continue;
      }
      if (this.#underWay === 0) return;
      if (!(await this.#scheduler.pass())) return;
    }
    this.#acknowledged.findings.push('What was begun does not come to an end');
  }
}

const WRITES = /\b(insert|update|delete|with)\b/i;

/** Makes a merchant, whose methods have routes to two terminals. */
async function settle(context: ServiceContext): Promise<Place> {
  const { db, keyring } = context;
  const merchantId = context.newId();
  const gateId = context.newId();
  const created_at = context.now();
  await changeBoundRow(context, { table: 'merchants', id: merchantId }, (trx) =>
    trx
      .insertInto('merchants')
      .values({
        id: merchantId,
        name: 'Shop',
        payin_webhook_url: 'https://shop.example/webhooks',
        payout_webhook_url: 'https://shop.example/webhooks',
        refund_webhook_url: 'https://shop.example/webhooks',
        webhook_secret_sealed: keyring.seal(
          SEALED.webhookSecret,
          merchantId,
          'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        ),
        created_at,
      })
      .execute(),
  );
  const terminalIds = [context.newId(), context.newId()];
  for (const id of terminalIds) {
    await changeBoundRow(context, { table: 'terminals', id }, (trx) =>
      trx
        .insertInto('terminals')
        .values({
          id,
          name: id,
          adapter: 'simulated',
          settings: '{}',
          created_at,
          credentials_sealed: keyring.seal(SEALED.terminalCredentials, id, '{}'),
        })
        .execute(),
    );
  }
  await db
    .insertInto('gates')
    .values({ id: gateId, merchant_id: merchantId, name: 'main' })
    .execute();
  const ids: Record<string, string> = {};
  const common = {
    gate_id: gateId,
    currency: 'EUR',
    payment_method_currency: 'EUR',
    amount_min_minor: 1n,
    amount_max_minor: 10_000_000n,
    waiting_seconds: 600,
  } as const;
  const methods = {
    card: {
      direction: 'payin',
      payment_source: 'CARD',
      fee_percent: '2.9',
      fee_fixed_minor: 30n,
      settlement_period_days: 0,
      rolling_percent: '5',
      max_attempts: 3,
      refund_fee: 'returned',
    },
    held: {
      direction: 'payin',
      payment_source: 'CARD',
      fee_percent: '1',
      settlement_period_days: 2,
      rolling_percent: '5',
      max_attempts: 2,
      refund_fixed_fee_minor: 25n,
    },
    p2p: { direction: 'payin', payment_source: 'P2P', fee_percent: '1', max_attempts: 2 },
    payout: { direction: 'payout', payment_source: 'CARD', fee_percent: '1', fee_fixed_minor: 25n },
  } as const;
  for (const [name, method] of Object.entries(methods)) {
    const id = context.newId();
    ids[name] = id;
    await db
      .insertInto('gate_methods')
      .values({ ...common, ...method, id, name })
      .execute();
    await db
      .insertInto('routes')
      .values(
        terminalIds.map((terminal_id) => ({
          id: context.newId(),
          method_id: id,
          terminal_id,
          priority: 1,
        })),
      )
      .execute();
  }
  const { keyId } = await issueKey(context, { scope: 'merchant', merchantId }, 'live');
  return { keyId, gateId, terminalIds, methods: ids };
}

/** The recurring work on orders whose money this is about. */
const SWEEPS = new Set([
  'expire-payins',
  'reconcile-attempts',
  'reconcile-payouts',
  'reconcile-refunds',
  'release-retentions',
]);
const HEALING_ROUNDS = 40;
/** First minutes, in which nothing may be left out, and then hours. */
const HEALING_STEPS_MS = [15_000, 60_000, 120_000, 600_000, 600_000];

function cardData(orderId: string, card: number): CardDataRequest {
  return cardDataRequest.parse({
    order_id: orderId,
    card_number: cardNumber(card),
    cvv: '123',
    exp_month: '12',
    exp_year: '39',
    customer: {},
    browser_info: {
      color_depth: '24',
      java_enabled: false,
      screen_height: '1080',
      screen_width: '1920',
      timezone: '-120',
      device_channel: '02',
      window_height: '900',
      window_width: '1440',
    },
  });
}

/** Returns one of many card numbers, with the check digit of Luhn. */
function cardNumber(number: number): string {
  const digits = `424242${String(number).padStart(9, '0')}`;
  const sum = Array.from(digits).reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

function answered(status: number): ReceiverAnswer {
  return { status, error: undefined, head: '', retryAfter: undefined };
}

function isProcessDied(error: unknown): boolean {
  return error instanceof Error && (error instanceof ProcessDied || isProcessDied(error.cause));
}

function describe(error: unknown): string {
  return error instanceof Error
    ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' ')
    : String(error);
}

/** The sums of several simulations. */
export interface Totals {
  figures: Record<Figure, number>;
  findings: number;
  /** Of one simulation, the hash of its trace; of several, a hash of theirs. */
  hash: string;
}

export function newTotals(): Totals {
  return { figures: noFigures(), findings: 0, hash: '' };
}

export function addResult(
  totals: Totals,
  { figures, findings, hash }: Totals | SimulationResult,
): void {
  for (const name of FIGURES) totals.figures[name] += figures[name];
  totals.findings += typeof findings === 'number' ? findings : findings.length;
  totals.hash =
    totals.hash === ''
      ? hash
      : createHash('sha256')
          .update(totals.hash + hash)
          .digest('hex');
}

const counted = z.number().int().nonnegative();
const totalsSchema = z.object({
  figures: z.record(z.enum(FIGURES), counted),
  findings: counted,
  hash: z.string(),
});

/** Reads the totals that another process sent. @throws if it sent something else */
export function readTotals(message: unknown): Totals {
  return totalsSchema.parse(message);
}

function noFigures(): Record<Figure, number> {
  return {
    payins: 0,
    payouts: 0,
    refunds: 0,
    disputes: 0,
    webhooks: 0,
    crashes: 0,
    lost: 0,
    doubled: 0,
    late: 0,
  };
}
