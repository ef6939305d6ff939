/**
 * npm run operator                            what there is
 * npm run operator -- NOUN VERB --help        what a command needs
 * npm run operator -- NOUN VERB --name value  has the running service do it
 */
import { end } from './command-line.ts';
import { operate } from './operator/operate.ts';

end(await operate(process.argv.slice(2)));
