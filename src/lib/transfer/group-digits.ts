/** The groups of a BLIK code: 777 123. */
export const CODE_GROUPS = [3, 3];
/** The groups of a CPF. */
export const CPF_GROUPS = [3, 3, 3, 2];

/** Groups digits by lengths: `777 123`. Surplus digits lengthen the last group. */
export function groupDigits(digits: string, lengths: readonly number[]): string {
  let rest = digits;
  const groups = lengths.map((length, place) => {
    const end = place === lengths.length - 1 ? rest.length : length;
    const group = rest.slice(0, end);
    rest = rest.slice(end);
    return group;
  });
  return groups.filter((group) => group !== '').join(' ');
}
