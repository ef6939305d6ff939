/** `npm run generate -- reasons`: docs/reasons.md, the words for why payments do not succeed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonPage } from './reasons/reason-page.ts';

await writeFile(join(import.meta.dirname, '../docs/reasons.md'), reasonPage());
