import { encode } from 'uqr';

/** A QR code as one stroke of width one, row by row: a third of the size of separate squares. */
export interface QrCode {
  /** Modules on each side, without the quiet zone. */
  size: number;
  /** The path to stroke, dark on light. */
  path: string;
}

/** The version whose alignment patterns are four modules off in jsQR, a library that many pages and wallets use. */
const MISREAD_VERSION = 23;

/** Encodes a text with the least error correction, which is enough on a screen: a smaller code is read faster. */
export function qrCode(text: string): QrCode {
  const smallest = encode(text, { ecc: 'L', border: 0 });
  const { data, size } =
    smallest.version === MISREAD_VERSION
      ? encode(text, { ecc: 'L', border: 0, minVersion: MISREAD_VERSION + 1 })
      : smallest;
  return { size, path: `M0 .5${data.map(drawRow).join(`m-${size} 1`)}` };
}

/** Draws runs of dark modules and skips light ones. */
function drawRow(row: readonly boolean[]): string {
  let path = '';
  for (let start = 0; start < row.length;) {
    let end = start + 1;
    while (end < row.length && row[end] === row[start]) end += 1;
    path += row[start] ? `h${end - start}` : `m${end - start} 0`;
    start = end;
  }
  return path;
}
