import { Command, CommanderError } from 'commander';
import { RequestFailed } from '../../../src/contract/client/result.ts';
import { toVisible } from '../../../src/contract/visible-text.ts';
import { WrongUse, type CommandLine, type Declare, type ExitCode } from './command.ts';
import { declareLinks } from './links.ts';
import { declareListen } from './listen.ts';
import { declareLogs } from './logs.ts';
import { declareMcp } from './mcp.ts';
import { declareMethods, declarePayins } from './payins.ts';
import { declareRefunds } from './refunds.ts';
import { declareSign } from './sign.ts';
import { declareTrigger } from './trigger.ts';
import { declareVerify } from './verify.ts';

const COMMANDS: readonly Declare[] = [
  declareSign,
  declareVerify,
  declareTrigger,
  declareListen,
  declareLogs,
  declareMethods,
  declarePayins,
  declareLinks,
  declareRefunds,
  declareMcp,
];

const SETTINGS = `
A sandbox is found through .data/sandbox.json or sandbox.json in this folder, through --sandbox FILE, or through
TOLLGATE_BASE_URL, TOLLGATE_API_KEY_ID, TOLLGATE_API_SECRET and TOLLGATE_WEBHOOK_SECRET.
Exit code 0: success. 1: failure, or no answer. 2: invalid command.`;

/**
 * Runs the command line.
 *
 * @returns the exit code: 0 for success, 1 for failure, 2 for a wrong command
 */
export async function runCommandLine(line: CommandLine, version = ''): Promise<ExitCode | 2> {
  const { args, out, err } = line;
  const trimmed = (print: (text: string) => void) => (text: string) => {
    print(text.trimEnd());
  };
  let exitCode: ExitCode = 0;
  const program = new Command('tollgate')
    .description('Tools for integrating with Tollgate.')
    .version(version, '-V, --version', 'print the version and its commit')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', SETTINGS)
    .showHelpAfterError('Add --help for its arguments and options.')
    .configureOutput({ writeOut: trimmed(out), writeErr: trimmed(err) })
    .exitOverride();
  for (const declare of COMMANDS) {
    declare(program, line, (run) => async (...given) => {
      exitCode = await run(...given);
    });
  }
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof RequestFailed) {
      const message = toVisible(error.message);
      err(error.failure.cause === 'unreachable' ? `${message}. ${IS_IT_RUNNING}` : message);
      return 1;
    }
    if (!(error instanceof WrongUse)) throw error;
    err(error.message);
    return 2;
  }
}

const IS_IT_RUNNING =
  'Is the service running? Its URL is base_url in sandbox.json, or TOLLGATE_BASE_URL.';
