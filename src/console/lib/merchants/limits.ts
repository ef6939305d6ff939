import type { AnswerOf } from '#console/api/client.ts';

/** What is shown of a merchant's limits on attempts, and asked for; what each is for, its description says. */
export const ATTEMPT_LIMITS = [
  { name: 'retry_rules', label: 'Retry rules' },
  { name: 'card_declines_per_day', label: 'Declines of a card in 24 hours' },
  { name: 'card_declines_per_30_days', label: 'Declines of a card in 30 days' },
  { name: 'card_testing', label: 'Card testing' },
  { name: 'failed_cards_per_address', label: 'Failed cards from one address in an hour' },
  { name: 'failed_cards_per_bin', label: 'Failed cards with one BIN in an hour' },
  { name: 'failed_cards_per_email', label: 'Failed cards with one e-mail in 24 hours' },
  { name: 'failed_cards_per_order', label: 'Failed cards for an order' },
] as const;

/** The same of disputes. A basis point is a hundredth of a percent. */
export const DISPUTE_LIMITS = [
  { name: 'visa_dispute_basis_points', label: 'Highest ratio for Visa, in basis points' },
  { name: 'visa_dispute_count', label: "Chargebacks for Visa's programme" },
  {
    name: 'mastercard_dispute_basis_points',
    label: 'Highest ratio for Mastercard, in basis points',
  },
  { name: 'mastercard_dispute_count', label: "Chargebacks for Mastercard's programme" },
  { name: 'dispute_ratio_payments', label: 'Fewest payments that a ratio is judged by' },
] as const;

const LIMITS = [...ATTEMPT_LIMITS, ...DISPUTE_LIMITS];

const MODES: Readonly<Record<string, string | undefined>> = {
  on: 'on',
  off: 'off',
  dry_run: 'dry run: only counted',
};

/** How many attempts a limit in a dry run would have refused. */
export type WouldRefuse = AnswerOf<'limits show'>['would_refuse'][number];
/** An attempt that was made because of a dry run alone. */
export type AttemptOver = AnswerOf<'limits show'>['attempts'][number];

export function titleOf(limit: WouldRefuse['limit']): string {
  return LIMITS.find(({ name }) => name === limit)?.label ?? limit;
}

/** As people read it: `150` basis points are 1.5 %. */
export function shownLimit(name: string, value: string): string {
  if (name.endsWith('_basis_points')) return `${value} (${Number(value) / 100} %)`;
  return MODES[value] ?? value;
}

/** As the fields of a form have them. */
export function valuesOf(limits: AnswerOf<'limits show'>): Readonly<Record<string, string>> {
  return Object.fromEntries(LIMITS.map(({ name }) => [name, String(limits[name])]));
}
