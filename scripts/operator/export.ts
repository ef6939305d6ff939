import { stringify } from 'yaml';
import { asksForHelp, CALLED, done, failed, wrongUsage, type Ending } from '../command-line.ts';
import { askService } from './ask-service.ts';

const USAGE = `${CALLED.operatorAlone} export           prints the deployment as a file that apply takes
${CALLED.operatorAlone} export --json    the same as JSON

Secrets are printed as the names of environment variables, in clear never.`;

export async function exportFile(args: readonly string[]): Promise<Ending> {
  if (asksForHelp(args)) return done(USAGE);
  const json = args.length === 1 && args[0] === '--json';
  if (args.length > 0 && !json) return wrongUsage(USAGE);
  const answer = await askService('export');
  if (!answer.ok) return failed(answer.said);
  return done(json ? JSON.stringify(answer.body, null, 2) : stringify(answer.body).trimEnd());
}
