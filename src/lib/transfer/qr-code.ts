import { encode } from 'uqr';

/** A QR code as one line that is drawn row by row, of width one: a third of what its squares would take. */
export interface QrCode {
  /** Modules on each side, without the quiet zone. */
  size: number;
  /** To be stroked in dark on light. */
  path: string;
}

/** Its alignment patterns are four modules off in jsQR, by which many pages and wallets read codes. */
const MISREAD_VERSION = 23;

/** As error correction, a screen needs the least; a code that is left small is read sooner. */
export function qrCode(text: string): QrCode {
  const smallest = encode(text, { ecc: 'L', border: 0 });
  const { data, size } =
    smallest.version === MISREAD_VERSION
      ? encode(text, { ecc: 'L', border: 0, minVersion: MISREAD_VERSION + 1 })
      : smallest;
  return { size, path: `M0 .5${data.map(drawRow).join(`m-${size} 1`)}` };
}

/** Runs of dark modules are drawn, of light ones passed over. */
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
