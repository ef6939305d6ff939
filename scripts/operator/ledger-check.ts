/**
 * npm run ledger:check   asks the running service to check its ledger; exits with 1 if the ledger is wrong
 *
 * Works on both engines: the service reads its own database, and an embedded one allows no second reader.
 */
import { end } from '../command-line.ts';
import { verifyLedger } from './check-ledger.ts';

end(await verifyLedger(process.argv.slice(2)));
