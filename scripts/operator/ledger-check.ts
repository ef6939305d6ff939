/**
 * npm run ledger:check   asks the running service to check its ledger; exits with 1 if the ledger is wrong
 *
 * Works on both engines: the service reads its own database, and an embedded one allows no second reader.
 */
import { end } from '../command-line.ts';
import { operate } from './operate.ts';

end(await operate(['ledger', 'check', ...process.argv.slice(2)]));
