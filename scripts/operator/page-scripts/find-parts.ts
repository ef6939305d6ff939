export interface FoundPart {
  kind: 'script' | 'sheet';
  /** Undefined for an inline script. */
  src: string | undefined;
  text: string;
}

/** Returns the scripts and style sheets of a page that a browser would run or apply, without blocks of JSON data. */
export function findParts(html: string): FoundPart[] {
  const found = html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi);
  return Array.from(found, ([, element = '', attributes = '', text = '']) => ({
    kind: element.toLowerCase() === 'script' ? ('script' as const) : ('sheet' as const),
    attributes,
    src: /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1],
    text,
  }))
    .filter(({ attributes }) => !/\btype\s*=\s*["']?application\/json/i.test(attributes))
    .map(({ kind, src, text }) => ({ kind, src, text }));
}
