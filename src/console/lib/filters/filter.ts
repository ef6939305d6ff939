/** What a list is found by: names as its command has them, and as the address has them. */
export interface Filter {
  name: string;
  label: string;
  choices?: readonly string[];
  /** How a choice is called. */
  inWords?: (choice: string) => string;
  /** What a typed value looks like. */
  placeholder?: string;
  kind?: 'day' | 'amount' | 'merchant';
  /** Not for somebody of one merchant, for whom it is settled or says nothing. */
  isForStaff?: boolean;
}

export const FROM: Filter = { name: 'from', label: 'From', kind: 'day' };
export const BEFORE: Filter = { name: 'to', label: 'Before', kind: 'day' };
export const MERCHANT: Filter = {
  name: 'merchant',
  kind: 'merchant',
  label: 'Merchant',
  placeholder: 'Name or id',
  isForStaff: true,
};

/** The filters that an address names, as commands take them. */
export function filtersIn(
  filters: readonly Filter[],
  address: URLSearchParams,
): Record<string, string> {
  return Object.fromEntries(
    filters.flatMap(({ name, kind }) => {
      const value = address.get(name)?.trim() ?? '';
      if (value === '') return [];
      return [[name, kind === 'day' ? startOf(value) : value]];
    }),
  );
}

/** Days are in the viewer's time zone. */
function startOf(day: string): string {
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) ? day : start.toISOString();
}
