import type { AfterParameters } from '../../../src/contract/client/each.ts';
import { describeViolation } from '../../../src/contract/client/result.ts';
import type { LoggedRequest } from '../../../src/contract/schemas/developer.ts';
import { toVisible } from '../../../src/contract/visible-text.ts';
import {
  SANDBOX,
  type CommandLine,
  type Declare,
  type ExitCode,
  type SandboxOption,
} from './command.ts';
import { clientOf } from './settings.ts';
import { watch } from './watch.ts';

interface Options extends SandboxOption {
  follow?: true;
  problems?: true;
}

export const declareLogs: Declare = (program, line, ends) => {
  program
    .command('logs')
    .description('Print the requests made with this sandbox key in the last 24 hours.')
    .option('--follow', 'keep printing as requests arrive')
    .option('--problems', 'print only requests that were refused, with the reason')
    .addOption(SANDBOX)
    .action(ends((options: Options) => logs(line, options)));
};

async function logs(line: CommandLine, options: Options): Promise<ExitCode> {
  const client = clientOf(line, options);
  const show = (request: LoggedRequest) => {
    if (options.problems !== true || request.status >= 400) line.out(textOf(request));
  };
  if (options.follow !== true) {
    const requests: LoggedRequest[] = [];
    for await (const request of client.eachRequest()) requests.push(request);
    for (const request of requests.toReversed()) show(request);
    return 0;
  }
  const list = (page: AfterParameters) => client.listRequests(page);
  const watched = { signal: line.signal, fromStart: true };
  for await (const request of watch(list, (each) => each.request_id, watched)) show(request);
  return 0;
}

function textOf(request: LoggedRequest): string {
  const { date, method, path, status, duration_ms: ms, problem, failed_check: check } = request;
  const wrong = request.errors?.map(describeViolation).join('; ');
  const why = [problem, check, wrong].filter((each) => each !== undefined).join(': ');
  const at = new Date(date * 1_000).toISOString();
  return toVisible(`${at}  ${status}  ${method} ${path}  ${ms} ms  ${why}`.trimEnd());
}
