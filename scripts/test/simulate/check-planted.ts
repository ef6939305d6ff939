/** Checks that each deliberate mistake of `tests/simulation/planted` still applies to the program. Part of `npm run check`. */
import { done, end, failed } from '../../command-line.ts';
import { applies, listPlanted } from './planted.ts';

const planted = await listPlanted();
const lost: string[] = [];
for (const mistake of planted) if (!(await applies(mistake))) lost.push(mistake.name);
end(
  lost.length === 0
    ? done(`All ${planted.length} planted mistakes apply`)
    : failed(
        `No longer applies: ${lost.join(', ')}. Make the same mistake in the code as it is now.`,
      ),
);
