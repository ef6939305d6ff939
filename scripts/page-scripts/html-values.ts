/** Returns the text that the pattern's first group matches in a page, as a browser would read it. */
export function valueIn(html: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(html)?.[1];
  return found === undefined ? undefined : unescapeHtml(found);
}

/** Returns the JSON in an attribute; null if there is no such attribute, undefined if its value is not JSON. */
export function jsonIn(html: string, attribute: string): unknown {
  const text = valueIn(html, new RegExp(`\\s${attribute}="([^"]*)"`));
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return value;
  } catch {
    return undefined;
  }
}

/** Reverses Svelte's escaping, which covers these three characters and no others. */
export function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
