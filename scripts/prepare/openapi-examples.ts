/**
 * `npm run generate -- examples`: records the examples of the OpenAPI document from requests to an embedded sandbox.
 * A test compares the committed ones with a new recording.
 */
import { join } from 'node:path';
import { recordExamples } from './openapi/record-examples.ts';
import { writeFormatted } from './write-formatted.ts';

const FILE = join(import.meta.dirname, '../../src/contract/openapi/examples.json');

process.env['TEST_ENGINE'] = 'pglite';
await writeFormatted(FILE, await recordExamples());
