import { UUID } from '#contract/patterns.ts';

/** The last order of a page: the next one begins after it. */
export interface Place {
  /** Microseconds since 1970, as the database counts. */
  createdUs: string;
  id: string;
}

const MICROSECONDS = /^\d{1,16}$/;

/** Opaque to whoever pages by it. */
export function writePlace({ createdUs, id }: Place): string {
  return Buffer.from(`${createdUs} ${id}`).toString('base64url');
}

export function readPlace(text: string): Place | undefined {
  const [createdUs = '', id = '', ...more] = Buffer.from(text, 'base64url').toString().split(' ');
  const isPlace = MICROSECONDS.test(createdUs) && UUID.test(id) && more.length === 0;
  return isPlace ? { createdUs, id } : undefined;
}

export function momentOf({ createdUs }: Place): string {
  return new Date(Number(BigInt(createdUs) / 1_000n)).toISOString();
}
