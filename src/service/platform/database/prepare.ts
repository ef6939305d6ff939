/** What `statement` and `prepared` put in front of a text. */
const NAME = /^\/\* (\w+) \*\//;
/** Instead of a name: the text itself identifies the statement. */
export const BY_TEXT = 'by_text';

/**
 * Statements that carry a name are prepared under it, once per connection: after a few runs PostgreSQL
 * no longer plans them. The others are few, or too different from run to run, and get no name.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const written = NAME.exec(text)?.[1];
    if (written !== BY_TEXT) return written;
    const name = names.get(text) ?? `${BY_TEXT}_${names.size}`;
    names.set(text, name);
    return name;
  };
}
