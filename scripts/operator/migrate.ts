/** npm run migrate   migrates the database of DATABASE_URL, or the embedded one, without starting the service */
import { migrateDatabase } from '#service/migrate-database.ts';
import { readConfig, StartError } from '#service/start.ts';
import { PROGRAM_NAMES, done, end, failed, runCommandLine, type Ending } from '../command-line.ts';

const DESCRIPTION = [
  'Updates the database to this version, as every start does, without starting the service.',
  "It takes the same environment variables as the service. MIGRATE_DATABASE_URL is the database's address with the owner of its tables as the user, if DATABASE_URL has another user.",
  'Stop the service first if its database is the embedded one.',
].join('\n\n');

end(
  await runCommandLine(PROGRAM_NAMES.migrate, process.argv.slice(2), (program, ends) => {
    program.description(DESCRIPTION).action(ends(migrate));
  }),
);

async function migrate(): Promise<Ending> {
  try {
    const config = readConfig(process.env);
    if (config.mode === 'page') return failed('A payment page that runs alone has no database.');
    const applied = await migrateDatabase(config);
    return done(
      applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
    );
  } catch (error) {
    if (error instanceof StartError) return failed(error.message);
    throw error;
  }
}
