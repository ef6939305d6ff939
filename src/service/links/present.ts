import type { Link, LinkView } from '#contract/schemas/link.ts';
import { majorNumber, unixSeconds } from '#contract/schemas/order.ts';
import { linkStatus } from '#domain/order/link.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { LinkRow } from '../platform/database/tables/links.ts';
import type { FoundLink, LinkViewRow } from './store.ts';

type Deps = Pick<ServiceContext, 'pageUrl' | 'now'>;

/** Presents a link as the developer API shows it. Fields without a value are undefined, which JSON leaves out. */
export function toLink(found: FoundLink, deps: Deps): Link {
  return {
    id: found.id,
    url: linkUrl(found, deps),
    status: statusOf(found, deps),
    payins: found.payins.map((payin) => ({
      id: payin.id,
      reference_id: payin.reference_id,
      status: payin.status,
      amount: majorNumber(BigInt(payin.amount_minor)),
      create_date: unixSeconds(new Date(payin.created_at)),
    })),
    merchant_gate_method_id: found.method_id,
    currency: found.currency,
    ...amountsOf(found),
    description: found.description ?? undefined,
    reference_prefix: found.reference_prefix,
    expires_at: found.expires_at?.toISOString(),
    use: found.use,
    pay_again: found.pay_again,
    return_urls: Object.keys(found.return_urls).length === 0 ? undefined : found.return_urls,
    callback_url: found.callback_url ?? undefined,
    create_date: unixSeconds(found.created_at),
  };
}

export function linkUrl({ id }: Pick<LinkRow, 'id'>, { pageUrl }: Pick<Deps, 'pageUrl'>): string {
  return `${pageUrl}/link/${id}`;
}

/** Presents what the link's page shows: nothing of its payins. */
export function toLinkView(row: LinkViewRow, deps: Pick<Deps, 'now'>): LinkView {
  return {
    merchant: {
      name: row.name,
      logo_url: row.logo_url ?? undefined,
      accent: row.accent ?? undefined,
      support_url: row.support_url ?? undefined,
      operator_name: row.operator_name ?? undefined,
      terms_url: row.terms_url ?? undefined,
      privacy_url: row.privacy_url ?? undefined,
    },
    status: statusOf(row, deps),
    currency: row.currency,
    ...amountsOf(row),
    description: row.description ?? undefined,
  };
}

type StateRow = Pick<LinkRow, 'use' | 'closed_at' | 'expires_at'> & { is_paid: boolean };

export function statusOf(row: StateRow, { now }: Pick<Deps, 'now'>) {
  const { use, is_paid: isPaid, closed_at: closedAt, expires_at: expiresAt } = row;
  return linkStatus({ use, isPaid, closedAt, expiresAt }, now());
}

type AmountRow = Pick<LinkRow, 'amount_minor' | 'amount_min_minor' | 'amount_max_minor'>;

function amountsOf({ amount_minor: one, amount_min_minor: min, amount_max_minor: max }: AmountRow) {
  return {
    amount: one === null ? undefined : majorNumber(one),
    amount_range:
      min === null || max === null ? undefined : { min: majorNumber(min), max: majorNumber(max) },
  };
}
