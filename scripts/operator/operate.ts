import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  asksForHelp,
  asksForVersion,
  CALLED,
  done,
  failed,
  version,
  wrongUsage,
  type Ending,
} from '../command-line.ts';
import { apply } from './apply.ts';
import { typedInput } from '#service/operator/command-options.ts';
import { atOnce } from '#service/platform/in-turns.ts';
import { askCommands } from './ask-service.ts';
import {
  describeCommand,
  describeCommands,
  knownCommands,
  readCommandList,
} from './command-list.ts';
import { fillIn } from './fill-in.ts';
import { askForAll } from './follow-pages.ts';
import { downloadReport } from './download-report.ts';
import { exportFile } from './export.ts';
import { reconcile } from './reconcile.ts';
import { describeResult } from './describe-result.ts';

const { operator, operatorAlone } = CALLED;
const USAGE = `${operator}                            what there is
${operator} NOUN VERB --help        what a command needs
${operator} NOUN VERB --name value  has the running service do it
${operator} apply FILE              makes merchants, methods, terminals as the file says
${operator} reconcile …             matches an acquirer's settlement file to our attempts
${operator} reports download …      writes a report to a file
${operatorAlone} NOUN VERB … --json    prints its answer as JSON

The running service is found by DATA_DIR (.data), where its key is, and PORT; or by OPERATOR_URL.
OPERATOR_TOKEN is sent in the key's place.`;

/** What `npm run operator` does with its arguments; the service is found by the environment. */
export async function operate(args: readonly string[]): Promise<Ending> {
  if (args.length === 0) return listCommands();
  if (asksForVersion(args)) return done(version());
  const [word = '', ...more] = args;
  if (word === 'apply') return apply(more);
  if (word === 'export') return exportFile(more);
  if (word === 'reconcile') return reconcile(more);
  const { command, rest } = commandIn(args);
  if (command === '') return asksForHelp(args) ? done(USAGE) : wrongUsage(USAGE);
  if (command === 'reports download') return downloadReport(rest);
  if (asksForHelp(rest)) return help(command);
  const input = inputOf(rest);
  if (!input.ok) return wrongUsage(`${input.said}\n\n${USAGE}`);
  return run(command, input.values);
}

/** A command is a noun and a verb, or one word; what else stands there are its options. */
function commandIn(args: readonly string[]): { command: string; rest: string[] } {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = Math.min(2, firstOption === -1 ? args.length : firstOption);
  return { command: args.slice(0, words).join(' '), rest: args.slice(words) };
}

async function listCommands(): Promise<Ending> {
  const answer = await askCommands();
  if (!answer.ok) return failed(answer.said);
  const commands = readCommandList(answer.body);
  return commands === undefined
    ? failed(NO_LIST)
    : done(`${describeCommands(commands)}\n\n${USAGE}`);
}

const NO_LIST = 'The service answered with no list of commands. It may be of another version.';

async function help(command: string): Promise<Ending> {
  const commands = await knownCommands();
  const found = commands.find(({ name }) => name === command);
  if (found !== undefined) return done(describeCommand(found));
  const ofNoun = commands.filter(({ name }) => name.startsWith(`${command} `));
  // Asked for it, the service says what is near.
  return ofNoun.length > 0 ? done(describeCommands(ofNoun)) : run(command, {});
}

const NOT_FOUND = 404;
const near = z.object({ near: z.array(z.string()) });

async function run(
  command: string,
  { json = false, ...input }: Record<string, unknown>,
): Promise<Ending> {
  const { value, missing } = fillIn(input, process.env);
  if (missing.length > 0) {
    const named = missing.map(({ name, place }) => `  ${name}, which --${place} is`);
    return failed(['The environment does not have:', ...named].join('\n'));
  }
  const answer = await askForAll(command, await typed(command, z.looseObject({}).parse(value)));
  if (answer.ok) {
    return done(json ? JSON.stringify(answer.body, null, 2) : describeResult(answer.body));
  }
  const alike = answer.status === NOT_FOUND ? near.safeParse(answer.body).data?.near : undefined;
  if (alike === undefined) return failed(answer.said);
  const hint = alike.length > 0 ? `Did you mean ${alike.join(' or ')}?` : `${operator} lists them.`;
  return wrongUsage(`${answer.said} ${hint}`);
}

/** The service takes typed JSON, where a command line has texts. What the caller may not use stays as it is: the service says so. */
async function typed(command: string, texts: object): Promise<object> {
  const answer = await askCommands();
  const listed = answer.ok ? readCommandList(answer.body) : undefined;
  const found = listed?.find(({ name }) => name === command);
  return found === undefined ? texts : atOnce(typedInput(found.input, texts));
}

/** `--name value` pairs; which names there are, the service knows. */
function inputOf(
  args: string[],
): { ok: true; values: Record<string, unknown> } | { ok: false; said: string } {
  const names = args
    .filter((arg) => arg.startsWith('--'))
    .map((arg) => arg.slice(2).split('=')[0] ?? '');
  const options = Object.fromEntries(
    names.map((name) => [
      name,
      { type: name === 'json' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return { ok: true, values: parseArgs({ args, options }).values };
  } catch (error) {
    return { ok: false, said: error instanceof Error ? error.message : 'That is no --name value.' };
  }
}
