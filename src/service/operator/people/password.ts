import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizeText } from '#domain/text.ts';

const MIN_CHARACTERS = 12;
/** Nobody types more. A longer password is refused, not truncated before it is hashed. */
const MAX_CHARACTERS = 1_000;
/**
 * A character may be two UTF-16 units, and normalization may combine characters: this bounds the text before it is
 * normalized.
 */
const MAX_UNITS = 4 * MAX_CHARACTERS;
const TOO_LONG = `must have at most ${MAX_CHARACTERS} characters`;
const MIN_DIFFERENT = 5;

/** Words that attackers guess first, alone or combined. */
const COMMON = [
  'password',
  'passwort',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'kennwort',
  'motdepasse',
  'contrasena',
  'senha',
  'welcome',
  'willkommen',
  'letmein',
  'iloveyou',
  'changeme',
  'secret',
  'geheim',
  'admin',
  'administrator',
  'root',
  'user',
  'login',
  'master',
  'default',
  'test',
  'tollgate',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwerty',
  'qwertz',
  'azerty',
  'asdfgh',
  '1q2w3e4r5t',
  '1q2w3e4r',
  'qazwsx',
  'abcdefgh',
  'abc',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'superman',
  'batman',
  'sunshine',
  'princess',
  'shadow',
  'trustno',
  'starwars',
  'summer',
  'winter',
  'spring',
  'autumn',
  'correcthorsebatterystaple',
  'the',
  'my',
  'is',
];
const GUESSED_FIRST = new RegExp(`^(?:${COMMON.join('|')}|[\\d\\s\\p{P}\\p{S}])+$`, 'u');

/** @returns what is wrong with a new password, as a sentence */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length > MAX_UNITS) return TOO_LONG;
  const normal = normalizeText(password, 'NFC');
  const characters = Array.from(normal);
  if (characters.length < MIN_CHARACTERS) return `must have at least ${MIN_CHARACTERS} characters`;
  if (characters.length > MAX_CHARACTERS) return TOO_LONG;
  if (new Set(characters).size < MIN_DIFFERENT) return 'must have more different characters';
  const lower = normal.toLowerCase();
  if (GUESSED_FIRST.test(lower)) return 'is a common password; choose another one';
  const [name = ''] = email.toLowerCase().split('@');
  const rest = name === '' ? lower : lower.replaceAll(name, '');
  return Array.from(rest).length < MIN_CHARACTERS / 2
    ? 'must not consist mainly of the e-mail'
    : undefined;
}

/** OWASP's parameters for scrypt at 32 MiB: N = 2^15, r = 8, p = 3. */
const COST = { log2N: 15, r: 8, p: 3 };
const MAX_MEMORY = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * Hashes a password with scrypt and a salt. The result contains the cost parameters, so that later releases can raise
 * them.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashed(password, salt, COST);
  const { log2N, r, p } = COST;
  return ['scrypt', log2N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** The hash to compare with if nobody has the e-mail, so that this takes as long. */
const UNKNOWN_PERSON_HASH = `scrypt$${COST.log2N}$${COST.r}$${COST.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

/** @param stored undefined if there is none: the comparison takes as long and always fails */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const [, log2N, r, p, salt = '', hash = ''] = (stored ?? UNKNOWN_PERSON_HASH).split('$');
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const found = await hashed(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(found, Buffer.from(hash, 'base64')) && stored !== undefined;
}

function hashed(password: string, salt: Buffer, { log2N, r, p }: typeof COST): Promise<Buffer> {
  const options = { N: 2 ** log2N, r, p, maxmem: MAX_MEMORY };
  return derive(normalizeText(password, 'NFC'), salt, HASH_BYTES, options);
}
