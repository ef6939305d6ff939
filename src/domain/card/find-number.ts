import { normalizeText } from '../text.ts';
import { isCardNumber } from './number.ts';

/** Zero-width and bidirectional marks, soft hyphens, variation selectors: nobody sees them in a number. */
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}]/gu;
/**
 * One separator as people write it: white space, or a dash, dot, slash or underscore with space around. White space is
 * asked for once in each alternative: twice in a row, it would be divided between the two in every way there is.
 */
const SEPARATOR = String.raw`(?:\s*[\p{Pd}\u2212\u00b7.,/\\_|]\s*|\s*)`;
const RUN = /* @__PURE__ */ new RegExp(String.raw`\d(?:${SEPARATOR}\d)*`, 'gu');
/** Hexadecimal digits that are decimal by chance: one id in some hundreds would pass for a card. */
const UUID = /(^|[^\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/giu;
const GROUP = /\d+/g;
/** How many digits each group of a number printed on a card has; four fours may be followed by three. */
const FACES: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
];

/**
 * The digits of the first card number that a text holds, however it is spelled: in digits of any
 * script, separated at most once between two digits, with anything around it, an expiry date behind
 * it included (decision 12: 12 to 19 digits that pass Luhn, after NFKC). Undefined where there is none.
 */
export function findCardNumber(text: string): string | undefined {
  const plain = withPlainDigits(normalizeText(text, 'NFKC').replace(INVISIBLE, ''));
  for (const [run] of plain.replace(UUID, '$1id').matchAll(RUN)) {
    const found = candidates(run).find(isCardNumber);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The run as a whole, each of its groups, and what its first groups are if they look like a card's face. */
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

/** Digits of every script as 0 to 9: tens of them stand together in Unicode, each from its zero. */
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
