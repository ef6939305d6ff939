import { normalizeText } from '../text.ts';
import { isCardNumber } from './number.ts';

/** Characters that nobody sees in a number: zero-width and bidirectional marks, soft hyphens, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}]/gu;
/**
 * Digits with at most one separator between two, as people write it: white space, or a dash, dot, slash or underscore
 * with space around it. Each alternative matches a run of white space in one place only, to avoid exponential
 * backtracking.
 */
const RUN = /\d(?:(?:\s*[\p{Pd}\u2212\u00b7.,/\\_|]\s*|\s*)\d)*/gu;
/**
 * UUIDs are removed first. Their hexadecimal digits may all be decimal by chance: one id in some hundreds would pass
 * for a card.
 */
const UUID = /(^|[^\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/giu;
const GROUP = /\d+/g;
/** The digit groups as printed on cards. Four groups of four may be followed by a group of three. */
const FACES: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
];

/**
 * Returns the digits of the first card number in a text, or undefined. Recognizes digits of any script, with at most
 * one separator between two digits, and with anything around the number, such as an expiry date after it (decision
 * 10: 12 to 19 digits that pass Luhn).
 *
 * @param isNumber a narrower rule for what is a card number
 */
export function findCardNumber(
  text: string,
  isNumber: (digits: string) => boolean = isCardNumber,
): string | undefined {
  const plain = withPlainDigits(normalizeText(text, 'NFKC').replace(INVISIBLE, ''));
  for (const [run] of plain.replace(UUID, '$1id').matchAll(RUN)) {
    const found = candidates(run).find(isNumber);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the whole run, each of its groups, and its first groups joined if they are grouped like a printed card
 * number.
 */
function candidates(run: string): string[] {
  const groups = run.match(GROUP) ?? [];
  const faces = FACES.filter((face) => face.every((length, at) => groups[at]?.length === length));
  return [
    groups.join(''),
    ...groups,
    ...faces.map((face) => groups.slice(0, face.length).join('')),
  ];
}

const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu;

/**
 * Replaces digits of every script by 0 to 9. Unicode keeps each script's ten digits together, starting at its zero.
 */
function withPlainDigits(text: string): string {
  const known = new Map<string, string>();
  return text.replace(FOREIGN_DIGIT, (digit) => {
    const plain = known.get(digit) ?? plainDigit(digit);
    known.set(digit, plain);
    return plain;
  });
}

function plainDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let first = codePoint;
  while (IS_DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((codePoint - first) % 10);
}

const IS_DIGIT = /\p{Nd}/u;
