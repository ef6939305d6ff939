import { z } from 'zod';
import type { Failure } from '#contract/client/client.ts';
import { createMerchant } from '../sandbox/shop.ts';
import { CODES, findTrigger, OUTCOMES } from '../sandbox/triggers.ts';
import { WrongUse, type Command } from './command.ts';
import { readOptions } from './read-options.ts';
import { readSettings } from './settings.ts';

export const TRIGGER: Command = {
  usage: 'trigger [OUTCOME|CODE] [--sandbox FILE]',
  summary: 'Bring a sandbox to an outcome or a resolution code; without a name, list them.',
  async run(line) {
    const { values, positionals } = readOptions(line.args, { sandbox: { type: 'string' } });
    const [name, ...rest] = positionals;
    if (name === undefined) {
      for (const [known, trigger] of [...Object.entries(OUTCOMES), ...Object.entries(CODES)]) {
        line.out(`${known.padEnd(30)}${trigger.says}`);
      }
      return 0;
    }
    const trigger = findTrigger([name, ...rest].join('-'));
    if (trigger === undefined) {
      throw new WrongUse(`There is nothing named ${name}; tollgate trigger lists all.`);
    }
    const result = await trigger.run(createMerchant(readSettings(line, values.sandbox)));
    line.out(JSON.stringify(result.ok ? result.value : refusal(result), null, 2));
    const code = said.safeParse(result.ok ? result.value : result.problem).data?.resolution_code;
    return result.ok || code === name.toUpperCase() ? 0 : 1;
  },
};

const said = z.object({ resolution_code: z.string().optional() });

/** What was triggered may well be a refusal: then the problem is the answer. */
function refusal({ problem, cause, status }: Failure): object {
  return problem ?? { cause, status };
}
