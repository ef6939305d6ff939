/** The text that an expression's first group finds in a page, as a browser would read it. */
export function valueIn(html: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(html)?.[1];
  return found === undefined ? undefined : unescapeHtml(found);
}

/** The JSON that an attribute holds; undefined where it is not there, or holds none. */
export function jsonIn(html: string, attribute: string): unknown {
  const text = valueIn(html, new RegExp(`\\s${attribute}="([^"]*)"`));
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return value;
  } catch {
    return undefined;
  }
}

/** Svelte escapes these three, and no others. */
export function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
