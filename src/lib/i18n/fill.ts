/** `Pay {amount}` with what its braces stand for; a name nobody gave stays as it is. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
