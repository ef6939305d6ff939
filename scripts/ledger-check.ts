/**
 * npm run ledger:check   has the running service check its ledger; exits with 1 when it is wrong
 *
 * On either engine: the service reads its own database, and an embedded one has no second reader.
 */
import { end } from './command-line.ts';
import { verifyLedger } from './operator/check-ledger.ts';

end(await verifyLedger(process.argv.slice(2)));
