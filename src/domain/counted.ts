/** Returns a number with its noun: "1 webhook", "2 webhooks", "no webhooks". */
export function counted(number: number | bigint, noun: string, plural = `${noun}s`): string {
  const count = Number(number);
  return `${count === 0 ? 'no' : count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}
