/**
 * Returns an index for each sort of a merchant's list. Currency and status come before the column of the sort: a page is
 * merged from the few combinations that a merchant has, so filtering by either costs nothing extra. Ids break ties, and
 * are in the index so that an offset is skipped without reading rows.
 */
export function sortedBy(table: 'payins' | 'payouts'): string[] {
  return ['created_at', 'updated_at', 'amount_minor'].map(
    (column) =>
      `create index ${table}_by_${column} on ${table} (merchant_id, currency, status, ${column}, id)`,
  );
}

/** Returns indexes that find orders to erase: those due by the time they ended, and those whose erasure was requested. */
export function erased(table: 'payins' | 'payouts'): string[] {
  return [
    `create index ${table}_to_erase on ${table} (updated_at)
      where erasure is null and status in ('SUCCESS', 'FAILED', 'CLOSED')`,
    `create index ${table}_erasure_requested on ${table} (status) where erasure = 'requested'`,
  ];
}

/**
 * Returns indexes for operators' search, which spans merchants. Each ends in the order of the search, so that a page is
 * read from the index whether the value is rare or every third order has it. What most orders lack for most of their
 * life has a partial index, so that their other row versions cost nothing.
 *
 * @param values from the name of the index to its columns
 */
export function searchedBy(
  table: 'payins' | 'payouts',
  values: Readonly<Record<string, { on: string; where?: string }>>,
): string[] {
  return Object.entries(values).map(([name, { on, where }]) => {
    const condition = where === undefined ? '' : ` where ${where}`;
    return `create index ${table}_${name} on ${table} (${on}, created_at, id)${condition}`;
  });
}

/** Returns indexes that find attempts by an acquirer's reference, which is the first or the second word of ours. */
export function foundByReference(table: 'payin_attempts' | 'payout_attempts'): string[] {
  return [
    `create index ${table}_of_reference on ${table} (split_part(provider_reference, ' ', 1))
      where provider_reference is not null`,
    `create index ${table}_of_second_word on ${table} (split_part(provider_reference, ' ', 2))
      where provider_reference like '% %'`,
  ];
}
