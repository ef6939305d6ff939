import { Argument, Option, type Command } from 'commander';
import { z } from 'zod';
import type { JsonSchema } from '#contract/openapi/json-schema.ts';
import {
  optionsOf,
  typedInput,
  type CommandOption,
  type DescribedCommand,
} from '#service/operator/command-options.ts';
import {
  PROGRAM_NAMES,
  done,
  failed,
  runCommandLine,
  wrongUsage,
  type Ending,
  type Ends,
} from '../command-line.ts';
import { addApply } from './apply.ts';
import { SERVICE_LOOKUP_HELP, type NameMember } from './ask-service.ts';
import { knownCommands } from './command-list.ts';
import { describeResult } from './describe-result.ts';
import { download } from './download.ts';
import { addExport } from './export.ts';
import { substituteVariables, unsetVariables } from './substitute-variables.ts';
import { askForAll } from './follow-pages.ts';
import { addReconcile } from './reconcile.ts';

const DESCRIPTION = `Runs a command in a running Tollgate: a noun, a verb and arguments.

${SERVICE_LOOKUP_HELP}`;

const EXAMPLES = `
Examples:
  ${PROGRAM_NAMES.operator} orders search --email ada@shop.example
  ${PROGRAM_NAMES.operator} merchants show Acme
  ${PROGRAM_NAMES.operator} apply deployment.yaml --dry-run
  ${PROGRAM_NAMES.operatorAlone} keys list Acme --json

\${NAME} in a value is replaced by that environment variable, to keep secrets out of the command line.
With the operator key, --as NAME (or OPERATOR_AS) has the audit record who uses it.
Exit code 0: done. 1: refused or failed. 2: invalid command.`;

/** Commands that read or write local files, and are therefore declared here. */
export const LOCAL: Readonly<Record<string, { summary: string; add: DeclareCommand }>> = {
  apply: {
    summary: 'Apply a file of terminals, merchants, gates, methods and routes.',
    add: addApply,
  },
  export: {
    summary: 'Print the deployment as a file for apply.',
    add: addExport,
  },
  reconcile: {
    summary: "Match an acquirer's settlement file with our attempts.",
    add: addReconcile,
  },
};

export type DeclareCommand = (command: Command, ends: Ends) => void;

/** Runs `npm run operator` with its arguments. The environment determines the service. */
export async function operate(given: readonly string[]): Promise<Ending> {
  const args = [...given];
  const as = args.indexOf('--as');
  if (as !== -1) {
    const [, name = ''] = args.splice(as, 2);
    if (name === '') return wrongUsage('error: option --as needs a name');
    if (process.env['OPERATOR_TOKEN']) {
      return wrongUsage('error: --as is for the operator key, and OPERATOR_TOKEN is set');
    }
    process.env['OPERATOR_AS'] = name;
  }
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = args.slice(0, firstOption === -1 ? 2 : Math.min(2, firstOption));
  const commands = await knownCommands(words.length === 0 ? [] : words);
  const names = [...new Set([...commands.map(({ name }) => name), ...Object.keys(LOCAL)])];
  return runCommandLine(
    PROGRAM_NAMES.operator,
    args.length === 0 ? ['--help'] : args,
    (program, ends) => declare(program, ends, commands, names),
    () => suggestCommands(words, names),
  );
}

function declare(
  program: Command,
  ends: Ends,
  commands: readonly DescribedCommand[],
  names: readonly string[],
): void {
  program
    .description(DESCRIPTION)
    .usage('<noun> <verb> [argument] [options]')
    .addHelpText('after', EXAMPLES)
    .helpCommand('help [noun]', 'print the help of a noun');
  const byName = new Map(commands.map((command) => [command.name, command]));
  const nouns = Object.groupBy(names, (name) => name.split(' ', 1)[0] ?? '');
  for (const [noun, ofNoun = []] of Object.entries(nouns).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const verbs = ofNoun.map((name) => name.split(' ')[1]).filter((verb) => verb !== undefined);
    const parent = verbs.length === 0 ? program : program.command(noun);
    if (parent !== program) {
      parent.summary(verbs.join(', ')).usage('<verb> [argument] [options]').helpCommand(false);
    }
    for (const name of ofNoun) {
      const command = parent.command(name.split(' ')[1] ?? name);
      const local = LOCAL[name];
      const described = byName.get(name);
      if (local !== undefined) local.add(command.summary(local.summary), ends);
      else if (described !== undefined) addCommand(command, ends, described);
    }
  }
}

function addCommand(command: Command, ends: Ends, described: DescribedCommand) {
  const { name, summary, input, isDownload } = described;
  command.description(summary);
  const options = optionsOf(input);
  const added = options.map((option) => ({ option, key: add(command, option) }));
  if (isDownload) command.option('--file <file>', 'write it here; to standard output if left out');
  else command.option('--json', 'print the answer as JSON');
  command.action(
    ends(async () => {
      const values = z.record(z.string(), z.unknown()).parse(command.opts());
      const [argument] = z.array(z.unknown()).parse(command.processedArgs);
      const given = added.map(({ option, key }): [string, unknown] => [
        option.name,
        option.isPositional ? argument : values[key],
      ]);
      const texts: Record<string, unknown> = Object.fromEntries(
        given.filter(([, value]) => value !== undefined),
      );
      const nameMember = (pointer: string) => nameOption(pointer, options);
      return isDownload
        ? download(pathOf(name, texts), z.string().optional().parse(values['file']), nameMember)
        : run({ name, input, nameMember }, texts, values['json'] === true);
    }),
  );
}

function pathOf(name: string, texts: object): string {
  const query = new URLSearchParams(Object.entries(texts));
  return `/${name.replace(' ', '/')}?${query.toString()}`;
}

/** Declares an option or argument. @returns the name under which commander has its value */
function add(command: Command, option: CommandOption): string {
  const { isPositional, isSwitch, value, choices, required } = option;
  const name = kebabName(option);
  if (isPositional) {
    const argument = new Argument(`<${name}>`, optionHelp(option));
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
    return name;
  }
  if (isSwitch) {
    const on = new Option(`--${name}`, optionHelp(option));
    const off = new Option(`--no-${name}`);
    command.addOption(on).addOption(option.default === 'false' ? off.hideHelp() : off);
    return on.attributeName();
  }
  const placeholder = choices === undefined ? (PLACEHOLDERS[value] ?? value.toLowerCase()) : 'word';
  const added = new Option(`--${name} <${placeholder}>`, optionHelp(option));
  if (choices !== undefined) added.choices(choices);
  command.addOption(added.makeOptionMandatory(required));
  return added.attributeName();
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  INSTANT: 'time',
  'DAY|INSTANT': 'time',
  UUID: 'id',
};

const EXAMPLE_VALUES: Readonly<Record<string, string>> = {
  INSTANT: 'such as 2026-03-01T00:00:00Z',
  DAY: 'such as 2026-03-01',
  'A,B': 'separated by commas',
};

function optionHelp(option: CommandOption): string {
  const { isPositional, value, required, default: byDefault } = option;
  const byItself = isPositional && value === 'UUID' ? 'its id' : undefined;
  const description = option.description?.replace(/\.$/, '') ?? byItself;
  const remarks = [
    ...(description === undefined ? [] : [description]),
    ...(EXAMPLE_VALUES[value] === undefined ? [] : [EXAMPLE_VALUES[value]]),
    ...(required && !isPositional ? ['required'] : []),
    ...(byDefault === undefined ? [] : [`default: ${byDefault}`]),
  ];
  return remarks.join('; ');
}

export function kebabName({ name }: Pick<CommandOption, 'name'>): string {
  return name.replaceAll('_', '-');
}

/** Names a member of the input as its option; a part of it after a dot. */
function nameOption(pointer: string, options: readonly CommandOption[]): string {
  const [, first = '', ...rest] = pointer.split('/');
  const isPositional = options.some(({ name, isPositional: is }) => is && name === first);
  const word = kebabName({ name: first });
  return [isPositional ? word : `--${word}`, ...rest].join('.');
}

async function run(
  { name, input, nameMember }: { name: string; input: JsonSchema; nameMember: NameMember },
  texts: object,
  json: boolean,
): Promise<Ending> {
  const { value, missing } = substituteVariables(texts, process.env);
  if (missing.length > 0) return failed(unsetVariables(missing));
  const typed = typedInput(input, z.looseObject({}).parse(value));
  const answer = await askForAll(name, typed, nameMember);
  if (!answer.ok) return failed(answer.message);
  return done(json ? JSON.stringify(answer.body, null, 2) : describeResult(answer.body));
}

/**
 * Returns what to add to commander's guess by spelling: the noun's commands, or else those that share the most words.
 */
function suggestCommands([noun = '', verb]: readonly string[], names: readonly string[]): string {
  const ofNoun = names.filter((name) => name.startsWith(`${noun} `));
  if (ofNoun.length > 0) {
    return `\n${noun} has: ${ofNoun.map((name) => name.slice(noun.length + 1)).join(', ')}.`;
  }
  const meant = new Set([...singular(noun), ...singular(verb ?? '')]);
  const shared = (name: string) => singular(name).filter((word) => meant.has(word)).length;
  const most = Math.max(...names.map(shared));
  const alike = most === 0 ? [] : names.filter((name) => shared(name) === most);
  return alike.length === 0 || alike.length > MOST_ALIKE
    ? ''
    : `\nDid you mean ${alike.join(', or ')}?`;
}

const MOST_ALIKE = 5;

function singular(name: string): string[] {
  return name.split(/[ -]/).map((word) => word.replace(/s$/, ''));
}
