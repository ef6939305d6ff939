/** What a table has for a key that comes from outside: nothing of what every object inherits, like `constructor`. */
export function ownValue<Value>(
  table: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
