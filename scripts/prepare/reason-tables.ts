/** `npm run generate -- reasons`: writes docs/reasons.md, the texts for why payments do not succeed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonPage } from './reasons/reason-page.ts';

await writeFile(join(import.meta.dirname, '../../docs/reasons.md'), reasonPage());
