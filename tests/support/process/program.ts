import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../../..');

/**
 * What tests start in a process of its own: of `npm test` what it has built, as `npm start` runs it (scripts/test/stages.ts); of
 * a test that is run by hand the sources, which may be newer.
 */
export const PROGRAM = join(PROJECT, process.env['TEST_PROGRAM'] ?? 'src/server.ts');
