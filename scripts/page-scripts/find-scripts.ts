import { createHash } from 'node:crypto';

export interface FoundScript {
  /** Undefined for an inline script. */
  src: string | undefined;
  text: string;
}

/** Returns the scripts of a page that a browser would run, without blocks of JSON data. */
export function findScripts(html: string): FoundScript[] {
  return Array.from(html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi), (match) => {
    const [, attributes = '', text = ''] = match;
    return { attributes, src: /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1], text };
  })
    .filter(({ attributes }) => !/\btype\s*=\s*["']?application\/json/i.test(attributes))
    .map(({ src, text }) => ({ src, text }));
}

export function hashOf(body: Uint8Array): string {
  return `sha384-${createHash('sha384').update(body).digest('base64')}`;
}
