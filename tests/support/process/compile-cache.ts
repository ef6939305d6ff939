import { join } from 'node:path';

/**
 * For the environment of a program that a test starts: Node keeps there what it made of the modules,
 * by content. To read them anew takes more than half of what a short-lived program takes.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/node'),
} as const;

/**
 * For Node itself, of such a program: what PGlite runs is compiled once and not optimised. The optimising compiler takes half a
 * second of a processor, and is worth it to a program that lives longer than a few.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];
