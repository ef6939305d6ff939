/** `npm run operator`: runs operators' commands. `npm run operator -- --help` lists them. */
import { end } from '../command-line.ts';
import { operate } from './operate.ts';

end(await operate(process.argv.slice(2)));
