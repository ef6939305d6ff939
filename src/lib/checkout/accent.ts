/** A merchant's colour: the original for filled areas, and a readable variant for each theme. */
export interface Accent {
  /** The merchant's own colour, and black or white, whichever is more readable on it. */
  own: string;
  onOwn: string;
  light: string;
  dark: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** The contrast between text and background that WCAG 2.2, 1.4.3 requires. */
const ENOUGH_CONTRAST = 4.5;
/** The backgrounds in app.css on which the accent is used as text: the less favourable one of each theme. */
const LIGHT_BACKGROUND: Rgb = [0xf2, 0xf6, 0xf4];
const DARK_BACKGROUND: Rgb = [0x14, 0x1b, 0x19];
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const STEPS = 50;

/**
 * Returns readable variants of the merchant's colour: darkened for the light theme and lightened for the dark one,
 * step by step, until the contrast suffices for text. The button keeps the original colour, since black or white is
 * readable on any colour. Returns undefined for an invalid colour.
 */
export function readableAccent(hex: string): Accent | undefined {
  const colour = parseHex(hex);
  return (
    colour && {
      own: hex,
      onOwn: contrast(colour, WHITE) >= ENOUGH_CONTRAST ? '#fff' : '#000',
      light: toHex(untilReadable(colour, LIGHT_BACKGROUND, BLACK)),
      dark: toHex(untilReadable(colour, DARK_BACKGROUND, WHITE)),
    }
  );
}

export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

export function parseHex(hex: string): Rgb | undefined {
  const [, red, green, blue] = /^#(\w\w)(\w\w)(\w\w)$/.exec(hex) ?? [];
  const channels = [red, green, blue].map((text) => Number.parseInt(text ?? '', 16));
  const [r = NaN, g = NaN, b = NaN] = channels;
  return channels.some(Number.isNaN) ? undefined : [r, g, b];
}

function untilReadable(colour: Rgb, background: Rgb, towards: Rgb): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(colour, towards, step / STEPS);
    if (contrast(mixed, background) >= ENOUGH_CONTRAST) return mixed;
  }
  return towards;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    Math.round(from[0] + (to[0] - from[0]) * share),
    Math.round(from[1] + (to[1] - from[1]) * share),
    Math.round(from[2] + (to[2] - from[2]) * share),
  ];
}

/** Returns the relative luminance as WCAG 2.2 defines it. */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns a style sheet that overrides the page's accent colour; empty for an invalid colour. */
export function accentStyle(hex: string): string {
  const accent = readableAccent(hex);
  if (accent === undefined) return '';
  const { own, onOwn, light, dark } = accent;
  return `:root{--accent:${light};--button:${own};--on-button:${onOwn}}@media screen and (prefers-color-scheme:dark){:root{--accent:${dark}}}`;
}
