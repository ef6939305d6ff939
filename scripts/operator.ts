/** `npm run operator -- --help` says what it takes. */
import { end } from './command-line.ts';
import { operate } from './operator/operate.ts';

end(await operate(process.argv.slice(2)));
