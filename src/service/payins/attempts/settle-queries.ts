import type { PayinCause } from '#domain/order/payin-status.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { sql, type RawBuilder } from 'kysely';
import type { GateChange } from '../../ledger/balance-changes.ts';
import type { EntryRow } from '../../ledger/queries.ts';
import { countMoved } from '../../orders/count-changes.ts';
import { recordTransition } from '../../orders/record-transition.ts';
import type { RetentionTable } from '../../platform/database/tables/ledger.ts';
import type { PayinRow } from '../../platform/database/schema.ts';
import { batchedStatement, type Given } from '../../platform/database/batch/batched-statement.ts';
import type { AttemptEnd } from '../payin-moves.ts';
import { eventInsertion } from '../../webhooks/record.ts';

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
 * Settles attempts in one statement: closes each, moves its order with transition and counts, credits the
 * gate (retentions, account, movement and entries) and records the webhook event, as far as the
 * settlement has them. All of it, or nothing and no row where the order was moved or attempted since, the attempt is
 * closed, the merchant chose another payload, or the gate has no such account.
 *
 * Locks the orders, the attempts, and the gates' accounts last.
 */
export const settlements = batchedStatement<Input, { id: string }>(
  {
    name: 'settle_attempt',
    types: {
      ...{
        attemptId: 'uuid',
        payinId: 'uuid',
        merchantId: 'uuid',
        gateId: 'uuid',
        currency: 'text',
      },
      ...{ at: 'timestamptz', from: 'text', to: 'text', cause: 'text', movedFromAt: 'timestamptz' },
      ...{ attemptsMade: 'integer', outcome: 'text', reference: 'text' },
      ...{ declineReason: 'text', declineAdvice: 'text' },
      ...{ resolution: 'text', resolutionCode: 'text', resolutionMessage: 'text' },
      ...{ providerErrorMessage: 'text', rrn: 'text', challengeUrl: 'text' },
      ...{ credited: 'boolean', available: 'bigint', hold: 'bigint', rolling: 'bigint' },
      ...{ accounts: 'text[]', owners: 'uuid[]', currencies: 'text[]', amounts: 'bigint[]' },
      ...{ buckets: 'text[]', retainedMinor: 'bigint[]', dueAt: 'timestamptz[]' },
      ...{ ended: 'boolean', webhookPayload: 'text', groupId: 'uuid', eventId: 'uuid' },
      ...{ callbackUrl: 'text', body: 'text', traceparent: 'text' },
    },
    sortedBy: ({ payinId }) => payinId,
  },
  (db, given) =>
    sql<{ id: string; position: number }>`
    with ${given.table}, moved as (${move(given)}),
    closed as (
      update payin_attempts
      set outcome = moved.outcome, decline_reason = moved."declineReason",
        decline_advice = moved."declineAdvice", settled_at = moved.at,
        provider_reference = coalesce(moved.reference, payin_attempts.provider_reference)
      from moved where payin_attempts.id = moved."attemptId"
    ),
    recorded as ${recordTransition({
      from: sql`"from"`,
      to: sql`status`,
      cause: sql`cause`,
      at: sql`at`,
    })},
    counted as ${countMoved('payin', { status: sql`"from"`, updatedAt: sql`"movedFromAt"` })},
    ${CREDIT},
    event as (${EVENT})
    select position, id from moved`.compile(db),
);

/** A settlement as the statement takes it. */
export function settlementInput({ moved, credit, event, ...rest }: Settlement) {
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

type Input = ReturnType<typeof settlementInput>;

/**
 * Everything that must still be so stands here: what else the statement does follows from these rows. Each
 * is looked up by its key, as a value: a condition that an index of few rows has as well would have the
 * planner read that index instead, and keep to it when the rows are many.
 */
function move(given: Given<Input>): RawBuilder<unknown> {
  const { of } = given;
  return sql`
    update payins set status = ${of('to')}, updated_at = ${of('at')},
      resolution = ${of('resolution')}, resolution_code = ${of('resolutionCode')},
      resolution_message = ${of('resolutionMessage')},
      provider_error_message = ${of('providerErrorMessage')},
      rrn = ${of('rrn')}, challenge_url = ${of('challengeUrl')}
    from given
    where payins.id = ${of('payinId')} and payins.status = ${of('from')}
      and payins.attempts_made = ${of('attemptsMade')}
      and (select payin_attempts.outcome is null from payin_attempts
        where payin_attempts.id = ${of('attemptId')})
      and (not ${of('ended')} or ${of('webhookPayload')}
        = (select webhook_payload from merchants where merchants.id = ${of('merchantId')}))
      and (not ${of('credited')} or (
        select true from gate_accounts account
        where account.gate_id = ${of('gateId')} and account.currency = ${of('currency')}))
    returning payins.id, payins.merchant_id, payins.gate_id, payins.currency, payins.amount_minor,
      payins.status, payins.created_at, payins.updated_at,
      ${sql.join(USED_LATER.map(of))}, given.position`;
}

/** Of a settlement, by the parts of the statement that follow the move. */
const USED_LATER = [
  ...['attemptId', 'at', 'from', 'cause', 'movedFromAt', 'outcome', 'reference'],
  ...['declineReason', 'declineAdvice'],
  ...['credited', 'available', 'hold', 'rolling', 'accounts', 'owners', 'currencies', 'amounts'],
  ...['buckets', 'retainedMinor', 'dueAt'],
  ...['ended', 'webhookPayload', 'groupId', 'eventId', 'callbackUrl', 'body', 'traceparent'],
] as const satisfies (keyof Input)[];

/** What is retained, the gates' accounts, and the movements with their entries. */
const CREDIT = sql`
    retained as (
      insert into retentions (payin_id, bucket, gate_id, currency, amount_minor, due_at)
      select moved.id, part.bucket, gate_id, currency, part.minor, part.due
      from moved, unnest(moved.buckets, moved."retainedMinor", moved."dueAt") as part (bucket, minor, due)
    ),
    account as (
      update gate_accounts account
      set available_minor = available_minor + change.available,
        hold_minor = hold_minor + change.hold,
        rolling_minor = rolling_minor + change.rolling
      from (
        select gate_id, currency, sum(available)::bigint as available, sum(hold)::bigint as hold,
          sum(rolling)::bigint as rolling
        from moved where credited group by gate_id, currency order by gate_id, currency
      ) change
      where account.gate_id = change.gate_id and account.currency = change.currency
    ),
    movement as (
      insert into ledger_movements (kind, order_id, at)
      select 'payin_success', id, at from moved where credited
      returning id, order_id
    ),
    entries as (
      insert into ledger_entries (movement_id, line, account, owner_id, currency, amount_minor)
      select movement.id, entry.line - 1, entry.account, entry.owner, entry.currency, entry.amount
      from movement join moved on moved.id = movement.order_id,
        unnest(moved.accounts, moved.owners, moved.currencies, moved.amounts)
        with ordinality as entry (account, owner, currency, amount, line)
    )`;

const EVENT = eventInsertion(
  {
    eventId: sql`moved."eventId"`,
    merchantId: sql`moved.merchant_id`,
    direction: sql.lit('payin'),
    groupId: sql`moved."groupId"`,
    orderIds: sql`array[moved.id]`,
    callbackUrl: sql`moved."callbackUrl"`,
    body: sql`moved.body`,
    traceparent: sql`moved.traceparent`,
    at: sql`moved.at`,
    payload: sql`moved."webhookPayload"`,
  },
  { given: sql`moved`, when: sql`moved.ended` },
);
