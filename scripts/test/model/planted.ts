import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_FOLDER, MODELS, type Model } from './check-model.ts';

interface Planted {
  name: string;
  /** What is wrong, from the first line of the patch. */
  sentence: string;
  /** The model that finds it. */
  model: Model;
  /** The path of the patch. */
  patch: string;
}

const FOLDER = join(MODEL_FOLDER, 'planted');

/** Lists the deliberate mistakes. A patch begins with the name of its model and a sentence: `payin: …`, `payin, a cycle: …`. */
export async function listPlanted(): Promise<Planted[]> {
  const files = (await readdir(FOLDER)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const patch = join(FOLDER, file);
      const [head = ''] = (await readFile(patch, 'utf8')).split('\n', 1);
      const [, name, cycle, sentence] = /^(\w+)(, a cycle)?: (.+)$/.exec(head) ?? [];
      const wanted = cycle === undefined ? 'states' : 'cycles';
      const model = MODELS.find(({ file: of, search }) => of === name && search === wanted);
      if (model === undefined || sentence === undefined) {
        throw new Error(`${file} does not begin with a model and a sentence`);
      }
      return { name: file.replace('.patch', ''), sentence, model, patch };
    }),
  );
}
