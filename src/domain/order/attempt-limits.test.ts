import { describe, expect, it } from 'vitest';
import {
  DEFAULT_LIMITS,
  limitsOf,
  reachedCards,
  reachedInDryRun,
  reachedLimit,
} from './attempt-limits.ts';

const LIMITS = { ...DEFAULT_LIMITS, retry_rules: 'on', card_testing: 'on' } as const;

describe('the limits of a merchant', () => {
  it('are the default ones, except those it has set', () => {
    const own = { card_declines_per_day: 3, failed_cards_per_bin: undefined };
    expect(limitsOf(LIMITS, own)).toEqual({ ...LIMITS, card_declines_per_day: 3 });
    expect(limitsOf(LIMITS, {})).toEqual(LIMITS);
  });
});

describe('the default limits', () => {
  it('refuse a card declined too often, and only count different cards', () => {
    const { card_declines_per_day: ofDay, failed_cards_per_order: ofOrder } = DEFAULT_LIMITS;
    expect(reachedLimit(DEFAULT_LIMITS, { ofDay, of30Days: 0 })?.refuses).toBe(true);
    const counted = { ofDay, of30Days: 0, ofOrder };
    expect(reachedInDryRun(DEFAULT_LIMITS, counted)).toEqual(['failed_cards_per_order']);
  });
});

describe('declines of one card', () => {
  const { card_declines_per_day: ofDay, card_declines_per_30_days: of30Days } = LIMITS;

  it.each([
    [ofDay - 1, of30Days - 1, undefined],
    [ofDay, ofDay, { limit: 'card_declines_per_day', refuses: true }],
    [0, of30Days, { limit: 'card_declines_per_30_days', refuses: true }],
    [ofDay, of30Days, { limit: 'card_declines_per_day', refuses: true }],
  ])('%i in a day and %i in 30 days reach %j', (day, month, reached) => {
    expect(reachedLimit(LIMITS, { ofDay: day, of30Days: month })).toEqual(reached);
  });

  it('refuse nothing in a dry run, and are ignored while the rules are off', () => {
    const counted = { ofDay, of30Days };
    expect(reachedLimit({ ...LIMITS, retry_rules: 'dry_run' }, counted)?.refuses).toBe(false);
    expect(reachedLimit({ ...LIMITS, retry_rules: 'off' }, counted)).toBeUndefined();
  });
});

describe('different declined cards', () => {
  const { failed_cards_per_order: most } = LIMITS;

  it.each([
    [most - 1, [], undefined],
    [most, [], { limit: 'failed_cards_per_order', refuses: true }],
    [0, ['bin'], { limit: 'failed_cards_per_bin', refuses: true }],
    [most, ['email', 'address'], { limit: 'failed_cards_per_email', refuses: true }],
  ] as const)('%i of the order, and too many by %j, reach %j', (ofOrder, over, reached) => {
    expect(reachedCards(LIMITS, { ofOrder, over })).toEqual(reached);
  });

  it('refuse nothing in a dry run, and are ignored while the check is off', () => {
    for (const counted of [
      { ofOrder: most, over: [] },
      { ofOrder: 0, over: ['bin'] },
    ] as const) {
      expect(reachedCards({ ...LIMITS, card_testing: 'dry_run' }, counted)?.refuses).toBe(false);
      expect(reachedCards({ ...LIMITS, card_testing: 'off' }, counted)).toBeUndefined();
    }
  });
});

describe('the count of a dry run', () => {
  const over = { ofDay: 10, of30Days: 15, ofOrder: 3 };

  it.each([
    ['retry_rules', ['card_declines_per_day', 'card_declines_per_30_days']],
    ['card_testing', ['failed_cards_per_order']],
  ] as const)('includes every reached limit of %s', (rule, reached) => {
    expect(reachedInDryRun({ ...LIMITS, [rule]: 'dry_run' }, over)).toEqual(reached);
    const below = { ofDay: 9, of30Days: 14, ofOrder: 2 };
    expect(reachedInDryRun({ ...LIMITS, [rule]: 'dry_run' }, below)).toEqual([]);
  });

  it.each(['on', 'off'] as const)('is empty while the rules are %s', (mode) => {
    const limits = { ...LIMITS, retry_rules: mode, card_testing: mode };
    expect(reachedInDryRun(limits, over)).toEqual([]);
  });
});
