/**
 * npm run migrate   brings the database of DATABASE_URL, or the embedded one, up to date; starts nothing
 */
import { migrateDatabase } from '#service/migrate-database.ts';
import { readConfig, StartError } from '#service/start.ts';
import {
  asksForHelp,
  asksForVersion,
  CALLED,
  done,
  end,
  failed,
  version,
  wrongUsage,
  type Ending,
} from './command-line.ts';

const USAGE = `${CALLED.migrate}

Brings the database up to date, as each start would. It is configured as the service is. The release before
goes on running on what this leaves. An embedded database must not be in use.`;

end(await run(process.argv.slice(2)));

async function run(args: readonly string[]): Promise<Ending> {
  if (asksForHelp(args)) return done(USAGE);
  if (asksForVersion(args)) return done(version());
  if (args.length > 0) return wrongUsage(USAGE);
  try {
    const config = readConfig(process.env);
    if (config.mode === 'page') return failed('A page that runs alone has no database.');
    const applied = await migrateDatabase(config);
    return done(applied.length === 0 ? 'It is up to date.' : `Applied ${applied.join(', ')}.`);
  } catch (error) {
    if (error instanceof StartError) return failed(error.message);
    throw error;
  }
}
