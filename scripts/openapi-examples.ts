/**
 * `npm run generate -- examples`: records the examples of the OpenAPI document anew, from requests to an
 * embedded sandbox. A test holds what is committed to what a recording says.
 */
import { join } from 'node:path';
import { recordExamples } from './openapi/record-examples.ts';
import { writeFormatted } from './write-formatted.ts';

const FILE = join(import.meta.dirname, '../src/contract/openapi/examples.json');

process.env['TEST_ENGINE'] = 'pglite';
await writeFormatted(FILE, await recordExamples());
