import { RequestFailed } from '#contract/client/result.ts';
import { CLOCK } from './clock.ts';
import { WrongUse, type Command, type CommandLine } from './command.ts';
import { LISTEN } from './listen.ts';
import { LOGS } from './logs.ts';
import { MCP } from './mcp.ts';
import { SIGN } from './sign.ts';
import { TRIGGER } from './trigger.ts';
import { VERIFY } from './verify.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  sign: SIGN,
  verify: VERIFY,
  trigger: TRIGGER,
  listen: LISTEN,
  logs: LOGS,
  clock: CLOCK,
  mcp: MCP,
};

const HELP = ['', 'help', '-h', '--help'];

/** @returns the exit code: 0 for yes, 1 for no, 2 for what was typed wrongly */
export async function runCommandLine(line: CommandLine): Promise<0 | 1 | 2> {
  const [name = '', ...args] = line.args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || args.some((arg) => arg === '--help')) {
    help(line, command);
    if (command !== undefined || HELP.includes(name)) return 0;
    line.out(`There is no command ${name}.`);
    return 2;
  }
  try {
    return await command.run({ ...line, args });
  } catch (error) {
    if (error instanceof RequestFailed) {
      line.out(describeFailure(error));
      return 1;
    }
    if (!(error instanceof WrongUse)) throw error;
    line.out(error.message);
    line.out(`tollgate ${command.usage}`);
    return 2;
  }
}

function describeFailure({ failure, message }: RequestFailed): string {
  return failure.cause === 'unreachable' ? NO_ANSWER : (failure.problem?.detail ?? message);
}

const NO_ANSWER =
  'There was no answer. Does it run, where base_url of sandbox.json or TOLLGATE_BASE_URL says?';

function help({ out }: CommandLine, command: Command | undefined): void {
  for (const { usage, summary } of command ? [command] : Object.values(COMMANDS)) {
    out(`tollgate ${usage}`);
    out(`    ${summary}`);
  }
  if (command) return;
  out('A sandbox is found by .data/sandbox.json or sandbox.json, by --sandbox FILE, or by');
  out('TOLLGATE_BASE_URL, TOLLGATE_API_KEY_ID, TOLLGATE_API_SECRET and TOLLGATE_WEBHOOK_SECRET.');
}
