import { z } from 'zod';

import { DEFAULT_PROFILE, type SignatureProfile } from './signature.ts';

export type ParsedProfile = { ok: true; profile: SignatureProfile } | { ok: false; detail: string };

const PLACEHOLDERS = /\{(?:method|path|timestamp|body)\}/g;

export const signatureProfile = z.strictObject({
  template: z
    .string()
    .refine((template) => template.includes('{body}'), 'must contain {body}')
    .refine(
      (template) => !/[{}]/.test(template.replace(PLACEHOLDERS, '')),
      'knows only {method}, {path}, {timestamp} and {body}',
    )
    .default(DEFAULT_PROFILE.template),
  hash: z.enum(['sha256', 'sha512']).default(DEFAULT_PROFILE.hash),
  encoding: z.enum(['hex', 'base64']).default(DEFAULT_PROFILE.encoding),
  key: z.enum(['utf8', 'base64', 'hex']).default(DEFAULT_PROFILE.key),
});

/** Reads a profile from configuration; omitted members default to DEFAULT_PROFILE. */
export function parseProfile(jsonText: string): ParsedProfile {
  const value = parseJsonText(jsonText);
  if (value === undefined) return { ok: false, detail: 'is not JSON' };
  const result = signatureProfile.safeParse(value);
  return result.success
    ? { ok: true, profile: result.data }
    : { ok: false, detail: result.error.issues.map(describe).join('; ') };
}

function describe({ path, message }: z.core.$ZodIssue): string {
  return path.length > 0 ? `${path.join('.')} ${message}` : message;
}

function parseJsonText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
