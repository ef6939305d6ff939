/** Looks up a key from outside in a table, ignoring inherited properties like `constructor`. */
export function ownValue<Value>(
  table: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
