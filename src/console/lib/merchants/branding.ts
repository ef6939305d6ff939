import type { Change } from '#console/actions/action-props.ts';
import type { InputOf } from '#console/api/client.ts';
import type { Merchant } from './merchant.ts';

/** A merchant's branding on the payment page, with the member names of `merchants brand`. */
export type Branding = Readonly<Record<BrandingField, string>>;
export type BrandingField = (typeof FIELDS)[number]['name'];

export const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'accent', label: 'Colour' },
  { name: 'logo', label: 'Logo' },
  { name: 'operator', label: 'Company' },
  { name: 'support', label: 'Help' },
  { name: 'terms', label: 'Terms' },
  { name: 'privacy', label: 'Privacy' },
] as const;

export function brandingOf(merchant: Merchant): Branding {
  return {
    name: merchant.name,
    accent: merchant.accent ?? '',
    logo: merchant.logo_url ?? '',
    operator: merchant.operator_name ?? '',
    support: merchant.support_url ?? '',
    terms: merchant.terms_url ?? '',
    privacy: merchant.privacy_url ?? '',
  };
}

/** Returns the changed fields, before and after. */
export function brandingChanges(before: Branding, after: Branding): readonly Change[] {
  return FIELDS.filter(({ name }) => after[name] !== before[name]).map(({ name, label }) => ({
    name: label,
    before: shown(before[name]),
    after: shown(after[name]),
  }));
}

/** Returns the changed fields as the command takes them; null removes a value. */
export function brandingInput(
  before: Branding,
  after: Branding,
): Partial<InputOf<'merchants brand'>> {
  const changed = FIELDS.filter(({ name }) => after[name] !== before[name]);
  return Object.fromEntries(changed.map(({ name }) => [name, after[name] || null]));
}

/** Shortens an image's data URL, which nobody reads. */
function shown(text: string): string {
  return text.startsWith('data:') ? 'an image' : text;
}

/** The limit of a logo: every payment page includes it. */
const MAX_LOGO_BYTES = 64 * 1_024;
export const LOGO_TYPES = [
  'image/svg+xml',
  'image/png',
  'image/webp',
  'image/avif',
  'image/jpeg',
  'image/gif',
] as const;

/** Reads an image as a data URL for the payment page, or says in a sentence why it cannot be used. */
export async function readLogo(
  file: File,
): Promise<{ ok: true; value: string } | { ok: false; problem: string }> {
  if (!LOGO_TYPES.some((type) => type === file.type)) {
    return { ok: false, problem: 'A logo must be an SVG, PNG, WebP, AVIF, JPEG or GIF file.' };
  }
  if (file.size > MAX_LOGO_BYTES) {
    const kilobytes = Math.ceil(file.size / 1_024);
    return {
      ok: false,
      problem: `This image has ${kilobytes} KB. The limit is 64 KB, because every payment page includes it.`,
    };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { ok: true, value: `data:${file.type};base64,${base64(bytes)}` };
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
