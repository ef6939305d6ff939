import type { z } from 'zod';
import * as patterns from '../patterns.ts';
import { COUNTRY_CODES } from '../schemas/country.ts';

type BaseSchema = z.core.JSONSchema.BaseSchema;

/**
 * What a pattern of ours becomes where others compile it: in JavaScript, Python, Go and Java there are no
 * common look-around and no common `\p`, and `\0` is four things. None of these refuses what its original
 * takes; what they let through besides is said in words, and the service refuses it.
 */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  // The mark itself: Go has no escape for it that the others know.
  [patterns.FREE_TEXT.source, '^(?:[^\\x00\uFEFF][^\\x00]*)?$'],
  // ASCII is judged to the letter; beyond it only the service knows what is a letter.
  [patterns.ANY_NAME.source, '^[^\\x00-\\x1F!-&(-,/-@\\[-`{-\\x7F]+$'],
  [patterns.LATIN_NAME.source, '^[^\\x00-\\x1F!-&(-,.-@\\[-`{-\\x7F]*$'],
  [patterns.LATIN_PLACE.source, '^[^\\x00-\\x1F!-,/:-@\\[-`{-\\x7F]*$'],
  [patterns.EMAIL.source, patterns.EMAIL.source.replace('(?=.{1,64}@)', '')],
]);

/** Formats that only this project knows, and those that would refuse more than the service does. */
const FORMATS: ReadonlyMap<string, BaseSchema> = new Map([
  ['country', { enum: [...COUNTRY_CODES] }],
  // 12 to 19 digits; the check digit is beyond a pattern.
  ['card_number', { pattern: '^[ -]*[0-9](?:[ -]*[0-9]){11,18}[ -]*$' }],
  ['ip_address', { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }],
  // Empty text is allowed, and so are letters of every script: `uri` would take neither.
  // White space is another set in each language: that of ASCII is named, and the no-break space.
  [
    'uri',
    {
      pattern:
        '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\x00-\\x20\\x7F-\\xA0/?#\\\\][^\\x00-\\x20\\x7F-\\xA0]*)?$',
    },
  ],
]);

/** Replaces what not every reader of the document could use. */
export function portable(jsonSchema: BaseSchema): void {
  const pattern = PATTERNS.get(jsonSchema.pattern ?? '');
  if (pattern !== undefined) jsonSchema.pattern = pattern;
  const format = FORMATS.get(jsonSchema.format ?? '');
  if (format === undefined) return;
  delete jsonSchema.format;
  Object.assign(jsonSchema, format);
}
