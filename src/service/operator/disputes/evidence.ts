import type { ServiceContext } from '../../platform/context.ts';
import type { DisputeRow } from '../../platform/database/tables/disputes.ts';
import { selectNotices } from '../../disputes/store.ts';
import { listLatest } from '../../orders/list-latest.ts';
import { toRefund } from '../../refunds/present.ts';
import { showOrder } from '../orders/timeline.ts';
import { shownDispute, shownNotice } from './show.ts';

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;
type Order = NonNullable<Awaited<ReturnType<typeof showOrder>>>;

const MOST_REFUNDS = 100;

/**
 * Gathers the evidence on a disputed payin, for the issuer that decides the dispute. It contains only the members named
 * here: of a card its masked number, of a webhook when it was delivered.
 *
 * @returns undefined if the order no longer exists
 */
export async function gatherEvidence(deps: Deps, dispute: DisputeRow) {
  const scope = { merchantId: dispute.merchant_id };
  const order = await showOrder(deps, dispute.payin_id, scope);
  if (order === undefined) return undefined;
  const notices = await selectNotices(deps.db, dispute.id);
  const query = { payin_id: dispute.payin_id, size: MOST_REFUNDS };
  const refunds = await listLatest(deps.db, 'refunds', { ...scope, query }, toRefund);
  return {
    dispute: { ...shownDispute(dispute), history: notices.map(shownNotice) },
    order: {
      id: order.id,
      reference_id: order.reference_id,
      merchant: order.merchant,
      status: order.status,
      amount: order.amount,
      currency: order.currency,
      account: order.account,
      card_brand: order.card_brand,
      rrn: order.rrn,
      customer: order.customer,
      created_at: order.created_at,
    },
    attempts: order.attempts.map(toAttempt),
    history: order.transitions.map(({ to_status: status, cause, at }) => ({ status, cause, at })),
    refunds: refunds.content.map(({ reference_id: reference, status, amount, create_date }) => ({
      reference,
      status,
      amount,
      made_at: new Date(create_date * 1_000),
    })),
    webhooks: order.events.map(({ webhook_id: id, state, created_at: at, ended_at: endedAt }) => ({
      id,
      state,
      created_at: at,
      ended_at: endedAt,
    })),
  };
}

export type Evidence = NonNullable<Awaited<ReturnType<typeof gatherEvidence>>>;

function toAttempt(attempt: Order['attempts'][number]) {
  return {
    id: attempt.id,
    outcome: attempt.outcome,
    authentication: attempt.authentication,
    eci: attempt.eci,
    challenged_at: attempt.challenged_at,
    decline_reason: attempt.decline_reason,
    provider_reference: attempt.provider_reference,
    created_at: attempt.created_at,
    settled_at: attempt.settled_at,
  };
}

/** Renders the evidence as a self-contained, printable page: no scripts and no external resources. */
export function evidencePage({ dispute, order, ...lists }: Evidence): string {
  const { history, ...facts } = dispute;
  const sections = [
    section('Dispute', table([facts])),
    section('History', table(history)),
    section('Order', table([order])),
    section('Attempts', table(lists.attempts)),
    section('Status of the order', table(lists.history)),
    section('Refunds', table(lists.refunds)),
    section('Webhooks to the merchant', table(lists.webhooks)),
  ];
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Dispute ${escape(facts.reference)}</title>
<style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;margin-bottom:2em}
th,td{border:1px solid #ccc;padding:.3em .6em;text-align:left;vertical-align:top;overflow-wrap:anywhere}</style>
<h1>Dispute ${escape(facts.reference)}</h1>
${sections.join('\n')}
</html>
`;
}

function section(title: string, content: string): string {
  return `<h2>${title}</h2>\n${content}`;
}

/**
 * Renders rows as a table. A single row has a line for each member that is not empty; several rows have a line each.
 */
function table(rows: readonly object[]): string {
  const [first] = rows;
  if (first === undefined) return '<p>None.</p>';
  const names = Object.keys(first);
  if (rows.length === 1) {
    const lines = Object.entries(first)
      .filter(([, value]) => textOf(value) !== '')
      .map(([name, value]) => line([head(name), cell(value)]));
    return `<table>${lines.join('')}</table>`;
  }
  const lines = rows.map((row) => line(Object.values(row).map(cell)));
  return `<table>${line(names.map(head))}${lines.join('')}</table>`;
}

function line(cells: readonly string[]): string {
  return `<tr>${cells.join('')}</tr>`;
}

function head(name: string): string {
  return `<th>${escape(name.replaceAll('_', ' '))}</th>`;
}

function cell(value: unknown): string {
  return `<td>${escape(textOf(value))}</td>`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${name.replaceAll('_', ' ')}: ${textOf(member)}`,
  );
  return members.join(', ');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
