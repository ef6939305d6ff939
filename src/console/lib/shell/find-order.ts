const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What somebody types to find an order by, as the filter that it is most likely meant as. */
export function filterFor(text: string): Record<string, string> {
  if (UUID.test(text)) return { id: text };
  if (text.includes('@')) return { email: text };
  if (/^\d{4}$/.test(text)) return { last_four: text };
  if (/^\d{12}$/.test(text)) return { rrn: text };
  if (/^\d+\.\d{2}$/.test(text)) return { amount: text };
  return { reference: text };
}
