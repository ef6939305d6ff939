/**
 * npm run ledger:check   has the running service check its ledger; exits with 1 when it is wrong
 *
 * On either engine: the service reads its own database, and an embedded one has no second reader.
 */
import { end } from './command-line.ts';
import { checkLedger } from './operator/check-ledger.ts';

end(await checkLedger(process.argv.slice(2)));
