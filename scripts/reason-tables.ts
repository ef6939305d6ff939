/** `npm run generate -- reasons`: docs/reasons.md, the words for why payments do not succeed. */
import { join } from 'node:path';
import { reasonPage } from './reasons/reason-page.ts';
import { writeFormatted } from './write-formatted.ts';

await writeFormatted(join(import.meta.dirname, '../docs/reasons.md'), reasonPage());
