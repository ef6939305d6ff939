/** `npm run generate -- model`: writes model/transitions.pml, the tables of transitions that the models use. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_FOLDER } from '../test/model/check-model.ts';
import { transitionsInPromela } from '../test/model/transitions.ts';

await writeFile(join(MODEL_FOLDER, 'transitions.pml'), transitionsInPromela());
