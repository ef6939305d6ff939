import { createHash } from 'node:crypto';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Quotes may be escaped, because a webhook's body is text within the recording. */
const SEQUENCE = /(?<="seq_id\\?":)\d+/g;
const DURATION = /(?<="duration_ms":)\d+/g;
const RECEIVER = /http:\/\/127\.0\.0\.1:\d+/g;
/** What follows the prefix in the reference of a link's payin. */
const LINK_REFERENCE = /(?<=-)[A-Z2-7]{12}(?=")/g;
const RETRIEVAL_REFERENCE = /(?<="rrn":")\d+/g;

/**
 * Makes recordings reproducible: replaces random and counted values by values of the same kind, in order of
 * appearance.
 */
export function normalize(json: string): string {
  return json
    .replace(DURATION, '12')
    .replace(LINK_REFERENCE, 'MZXW6YTBOI4Q')
    .replace(RECEIVER, 'https://shop.example')
    .replace(
      UUID,
      renamed((number) => uuidOf(number)),
    )
    .replace(
      SEQUENCE,
      renamed((number) => String(1_000 + number)),
    )
    .replace(
      RETRIEVAL_REFERENCE,
      renamed((number) => `6015100${String(number).padStart(5, '0')}`),
    );
}

function renamed(nameOf: (number: number) => string): (value: string) => string {
  const names = new Map<string, string>();
  return (value) => {
    const name = names.get(value) ?? nameOf(names.size + 1);
    names.set(value, name);
    return name;
  };
}

function uuidOf(number: number): string {
  const hex = createHash('sha256').update(`example ${number}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
