/** A filter of a list. Its name is the same in the command's input and in the address. */
export interface Filter {
  name: string;
  label: string;
  choices?: readonly string[];
  /** Returns a choice's label. */
  inWords?: (choice: string) => string;
  /** Whether several choices may be combined; they are joined by commas. */
  isSeveral?: boolean;
  placeholder?: string;
  kind?: 'day' | 'amount' | 'merchant';
  /** Hidden from a merchant's people, for whom its value is fixed or meaningless. */
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

/** Returns the filters in an address as a command takes them. */
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

/** Returns the start of a day in the viewer's time zone. */
function startOf(day: string): string {
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) ? day : start.toISOString();
}
