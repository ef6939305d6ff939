import type { PayinCause } from '#domain/order/payin-status.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { GateChange } from '../../ledger/balance-changes.ts';
import type { EntryRow } from '../../ledger/queries.ts';
import { countMoved } from '../../orders/count-changes.ts';
import { recordTransition } from '../../orders/record-transition.ts';
import type { RetentionTable } from '../../platform/database/tables/ledger.ts';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import { statement, type Slot } from '../../platform/database/statement.ts';
import type { AttemptEnd } from '../payin-moves.ts';
import { eventInsertion } from '../../webhooks/events/queries.ts';

/** The end of an attempt, and what becomes of its order by it. */
export interface Settlement extends AttemptEnd {
  attemptId: string;
  at: Date;
  from: OrderStatus;
  cause: PayinCause;
  /** When the order was last changed before. */
  movedFromAt: Date;
  /** The order as it is to be. */
  moved: PayinRow;
  webhookPayload: WebhookPayload;
  /** Where the order succeeds. */
  credit: Credit | undefined;
  /** Where the order ends. */
  event: FinalEvent | undefined;
}

export interface Credit {
  gate: Pick<GateChange, 'available' | 'hold' | 'rolling'>;
  entries: readonly EntryRow[];
  retained: readonly Pick<RetentionTable, 'bucket' | 'amount_minor' | 'due_at'>[];
}

export interface FinalEvent {
  eventId: string;
  callbackUrl: string | null;
  body: string;
  traceparent: string | null;
}

/**
 * Settles an attempt in one statement: closes it, moves its order with transition and counts, credits the
 * gate (retentions, account, movement and entries) and records the webhook event, as far as the
 * settlement has them. All of it, or nothing where the order was moved or attempted since, the attempt is
 * closed, the merchant chose another payload, or the gate has no such account.
 *
 * Locks the order, the attempt, and the gate's account last.
 */
export async function settlePayin(db: Kysely<Tables>, settlement: Settlement): Promise<boolean> {
  const settled = await settling(db, inputOf(settlement));
  return settled.length > 0;
}

function inputOf({ moved, credit, event, ...rest }: Settlement) {
  return {
    ...rest,
    ...{ payinId: moved.id, merchantId: moved.merchant_id, groupId: moved.group_id },
    ...{ gateId: moved.gate_id, currency: moved.currency },
    attemptsMade: moved.attempts_made,
    to: moved.status,
    resolution: moved.resolution,
    resolutionCode: moved.resolution_code,
    resolutionMessage: moved.resolution_message,
    providerErrorMessage: moved.provider_error_message,
    rrn: moved.rrn,
    challengeUrl: moved.challenge_url,
    ...creditInput(credit ?? NO_CREDIT),
    credited: credit !== undefined,
    ...(event ?? { eventId: null, callbackUrl: null, body: null, traceparent: null }),
    ended: event !== undefined,
  };
}

const NO_CREDIT = {
  gate: { available: 0n, hold: 0n, rolling: 0n },
  entries: [],
  retained: [],
} as const;

/** Lists of rows as lists of their columns. */
function creditInput({ gate, entries, retained }: Credit) {
  return {
    ...{ available: gate.available, hold: gate.hold, rolling: gate.rolling },
    accounts: entries.map(({ account }) => account),
    owners: entries.map(({ owner }) => owner),
    currencies: entries.map(({ currency }) => currency),
    amounts: entries.map(({ amount }) => amount),
    buckets: retained.map(({ bucket }) => bucket),
    retainedMinor: retained.map(({ amount_minor: minor }) => minor),
    dueAt: retained.map(({ due_at: due }) => due),
  };
}

type Input = ReturnType<typeof inputOf>;

const settling = statement('settle_attempt', (db, slot: Slot<Input>) =>
  sql<{ id: string }>`
    with moved as (${move(slot)}),
    closed as (
      update payin_attempts
      set outcome = ${slot('outcome')}, provider_reference = coalesce(${slot('reference')}, provider_reference),
        decline_reason = ${slot('declineReason')}, settled_at = ${slot('at')}
      from moved where payin_attempts.id = ${slot('attemptId')}
    ),
    recorded as ${recordTransition({
      from: slot('from'),
      to: slot('to'),
      cause: slot('cause'),
      at: slot('at'),
    })},
    counted as ${countMoved('payin', {
      status: slot('from'),
      updatedAt: sql`${slot('movedFromAt')}::timestamptz`,
    })},
    ${credit(slot)},
    event as (${event(slot)})
    select id from moved`.compile(db),
);

/**
 * Everything that must still be so stands here: what else the statement does follows from this row. Each
 * is looked up by its key, as a value: a condition that an index of few rows has as well would have the
 * planner read that index instead, and keep to it when the rows are many.
 */
function move(slot: Slot<Input>): RawBuilder<unknown> {
  return sql`
    update payins set status = ${slot('to')}, updated_at = ${slot('at')},
      resolution = ${slot('resolution')}, resolution_code = ${slot('resolutionCode')},
      resolution_message = ${slot('resolutionMessage')},
      provider_error_message = ${slot('providerErrorMessage')},
      rrn = ${slot('rrn')}, challenge_url = ${slot('challengeUrl')}
    where id = ${slot('payinId')} and status = ${slot('from')}
      and attempts_made = ${slot('attemptsMade')}
      and (select outcome is null from payin_attempts where id = ${slot('attemptId')})
      and (not ${slot('ended')}::boolean or ${slot('webhookPayload')}
        = (select webhook_payload from merchants where id = ${slot('merchantId')}))
      and (not ${slot('credited')}::boolean or (
        select true from gate_accounts account
        where account.gate_id = ${slot('gateId')} and account.currency = ${slot('currency')}))
    returning id, merchant_id, gate_id, currency, amount_minor, status, created_at, updated_at`;
}

/** What is retained, the gate's account, and the movement with its entries. */
function credit(slot: Slot<Input>): RawBuilder<unknown> {
  return sql`
    retained as (
      insert into retentions (payin_id, bucket, gate_id, currency, amount_minor, due_at)
      select moved.id, part.bucket, gate_id, currency, part.minor, part.due
      from moved, unnest(${slot('buckets')}::text[], ${slot('retainedMinor')}::bigint[],
        ${slot('dueAt')}::timestamptz[]) as part (bucket, minor, due)
    ),
    account as (
      update gate_accounts account
      set available_minor = available_minor + ${slot('available')},
        hold_minor = hold_minor + ${slot('hold')},
        rolling_minor = rolling_minor + ${slot('rolling')}
      from moved
      where account.gate_id = ${slot('gateId')} and account.currency = ${slot('currency')}
        and ${slot('credited')}::boolean
    ),
    movement as (
      insert into ledger_movements (kind, order_id, at)
      select 'payin_success', id, ${slot('at')} from moved where ${slot('credited')}::boolean
      returning id
    ),
    entries as (
      insert into ledger_entries (movement_id, line, account, owner_id, currency, amount_minor)
      select movement.id, entry.line - 1, entry.account, entry.owner, entry.currency, entry.amount
      from movement, unnest(${slot('accounts')}::text[], ${slot('owners')}::uuid[],
        ${slot('currencies')}::text[], ${slot('amounts')}::bigint[])
        with ordinality as entry (account, owner, currency, amount, line)
    )`;
}

function event(slot: Slot<Input>): RawBuilder<unknown> {
  return eventInsertion(
    {
      eventId: slot('eventId'),
      merchantId: slot('merchantId'),
      direction: sql.lit('payin'),
      groupId: slot('groupId'),
      orderIds: sql`array[${slot('payinId')}::uuid]`,
      callbackUrl: slot('callbackUrl'),
      body: slot('body'),
      traceparent: slot('traceparent'),
      at: slot('at'),
      payload: slot('webhookPayload'),
    },
    { when: sql`${slot('ended')}::boolean and exists (select from moved)` },
  );
}
