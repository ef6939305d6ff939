/** It is carried along in every payment page. */
const MAX_LOGO_BYTES = 64 * 1_024;
export const LOGO_TYPES = [
  'image/svg+xml',
  'image/png',
  'image/webp',
  'image/avif',
  'image/jpeg',
  'image/gif',
] as const;

/** An image as the payment page carries it along; or why it cannot, in a sentence. */
export async function readLogo(
  file: File,
): Promise<{ ok: true; value: string } | { ok: false; problem: string }> {
  if (!LOGO_TYPES.some((type) => type === file.type)) {
    return { ok: false, problem: 'A logo is an SVG, PNG, WebP, AVIF, JPEG or GIF.' };
  }
  if (file.size > MAX_LOGO_BYTES) {
    const kilobytes = Math.ceil(file.size / 1_024);
    return {
      ok: false,
      problem: `This image has ${kilobytes} KB; at most 64 KB, since every payment page carries it.`,
    };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { ok: true, value: `data:${file.type};base64,${base64(bytes)}` };
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
