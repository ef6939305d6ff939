import type { AfterParameters } from '#contract/client/each.ts';
import type { LoggedRequest } from '#contract/schemas/developer.ts';
import { createMerchant } from '../sandbox/shop.ts';
import { WrongUse, type Command } from './command.ts';
import { readOptions } from './read-options.ts';
import { readSettings } from './settings.ts';
import { watch } from './watch.ts';

export const LOGS: Command = {
  usage: 'logs [tail] [--problems] [--sandbox FILE]',
  summary:
    'Print the requests made with this sandbox key in the last 24 hours; with tail, go on as more arrive.',
  async run(line) {
    const { values, positionals } = readOptions(line.args, {
      problems: { type: 'boolean' },
      sandbox: { type: 'string' },
    });
    const [mode, ...others] = positionals;
    if (others.length > 0 || (mode !== undefined && mode !== 'tail')) {
      throw new WrongUse('logs takes tail, or nothing.');
    }
    const { client } = createMerchant(readSettings(line, values.sandbox));
    const show = (request: LoggedRequest) => {
      if (values.problems !== true || request.status >= 400) line.out(textOf(request));
    };
    if (mode === undefined) {
      const requests: LoggedRequest[] = [];
      for await (const request of client.eachRequest()) requests.push(request);
      for (const request of requests.toReversed()) show(request);
      return 0;
    }
    const list = (page: AfterParameters) => client.listRequests(page);
    const options = { signal: line.signal, fromStart: true };
    for await (const request of watch(list, (each) => each.request_id, options)) show(request);
    return 0;
  },
};

function textOf(request: LoggedRequest): string {
  const { date, method, path, status, duration_ms: ms, problem, failed_check: check } = request;
  const why = [problem, check].filter((each) => each !== undefined).join(': ');
  const at = new Date(date * 1_000).toISOString();
  return `${at}  ${status}  ${method} ${path}  ${ms} ms  ${why}`.trimEnd();
}
