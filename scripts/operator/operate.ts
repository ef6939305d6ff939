import { Argument, Option, type Command } from 'commander';
import { z } from 'zod';
import {
  optionName,
  optionsOf,
  typedInput,
  type CommandOption,
  type DescribedCommand,
} from '#service/operator/command-options.ts';
import { placeOf } from '#service/operator/deployment/file.ts';
import {
  PROGRAM_NAMES,
  done,
  failed,
  runCommandLine,
  wrongUsage,
  type Ending,
  type Ends,
} from '../command-line.ts';
import { askCommand, SERVICE_LOOKUP_HELP, type ServiceAnswer } from './ask-service.ts';
import { knownCommands } from './command-list.ts';
import { readPage, shown } from './describe-result.ts';
import { download } from './download.ts';
import { addReconcile } from './reconcile.ts';
import { substituted } from './substituted.ts';
import { readYaml, toYaml } from './yaml.ts';

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
  const commands = await knownCommands(words);
  return runCommandLine(
    PROGRAM_NAMES.operator,
    args.length === 0 ? ['--help'] : args,
    (program, ends) => {
      program
        .description(DESCRIPTION)
        .usage('<noun> <verb> [argument] [options]')
        .addHelpText('after', EXAMPLES)
        .helpCommand('help [noun]', 'print the help of a noun')
        .configureHelp({ sortSubcommands: true });
      for (const { command, described } of declared(program, commands)) {
        addCommand(command, ends, described);
      }
      addReconcile(program.command('reconcile').summary(RECONCILES), ends);
    },
  );
}

/** The command that exists only here: it sends a file in parts. */
const RECONCILES = "Match an acquirer's settlement file with our attempts.";

/** Declares the nouns with their verbs. */
function declared(program: Command, commands: readonly DescribedCommand[]) {
  const nouns = Object.groupBy(commands, ({ name }) => name.split(' ', 1)[0] ?? '');
  return Object.entries(nouns).flatMap(([noun, ofNoun = []]) => {
    const verbs = ofNoun.map(({ name }) => name.split(' ')[1]);
    if (verbs.includes(undefined)) {
      return ofNoun.map((described) => ({ command: program.command(noun), described }));
    }
    const parent = program.command(noun).summary(verbs.join(', ')).helpCommand(false);
    parent.usage('<verb> [argument] [options]');
    return ofNoun.map((described, index) => ({
      command: parent.command(verbs[index] ?? ''),
      described,
    }));
  });
}

/** Declares a command's argument and options, and what runs it. */
function addCommand(command: Command, ends: Ends, described: DescribedCommand): void {
  const { summary, input, isDownload } = described;
  command.description(summary);
  const options = optionsOf(input);
  const added = options.map((option) => ({ option, key: add(command, option) }));
  if (isDownload) command.option('--file <file>', 'write it here; to standard output if left out');
  else command.option('--json', 'print the answer as JSON');
  command.action(
    ends(async () => {
      const { file, json, ...values } = typedOptions.parse(command.opts());
      const [argument] = z.array(z.string()).parse(command.processedArgs);
      const given = added.map(({ option, key }): [string, unknown] => [
        option.name,
        option.isPositional ? argument : values[key],
      ]);
      const texts = substituted<Record<string, unknown>>(
        Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      );
      if (!texts.ok) return failed(texts.message);
      const { value } = texts;
      return isDownload
        ? download(file, described.name, z.record(z.string(), z.string()).parse(value), optionName)
        : run(described, options, value, json);
    }),
  );
}

const typedOptions = z.looseObject({
  file: z.string().optional(),
  json: z.boolean().default(false),
});

/** Declares an option or argument. @returns the name under which commander has its value */
function add(command: Command, option: CommandOption): string {
  const { isPositional, isSwitch, value, choices, required } = option;
  const name = optionName(`/${option.name}`).slice(2);
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
  const added = new Option(
    `--${name} <${choices === undefined ? value : 'word'}>`,
    optionHelp(option),
  );
  if (choices !== undefined) added.choices(choices);
  command.addOption(added.makeOptionMandatory(required));
  return added.attributeName();
}

const EXAMPLE_VALUES: Readonly<Record<string, string>> = {
  time: 'such as 2026-03-01T00:00:00Z',
  day: 'such as 2026-03-01',
  'a,b': 'separated by commas',
};

function optionHelp({
  isPositional,
  value,
  required,
  default: byDefault,
  description,
}: CommandOption) {
  return [
    description?.replace(/\.$/, '') ?? (isPositional && value === 'id' ? 'its id' : undefined),
    isPositional && value === 'json' ? 'a file of YAML or JSON' : EXAMPLE_VALUES[value],
    required && !isPositional ? 'required' : undefined,
    byDefault === undefined ? undefined : `default: ${byDefault}`,
  ]
    .filter((remark) => remark !== undefined)
    .join('; ');
}

async function run(
  { name, input }: DescribedCommand,
  options: readonly CommandOption[],
  texts: Record<string, unknown>,
  json: boolean,
): Promise<Ending> {
  const subject = options.find(({ isPositional }) => isPositional);
  const typed = typedInput(input, texts);
  // An object as the argument is a file.
  const path = subject?.value === 'json' ? String(texts[subject.name]) : undefined;
  if (subject !== undefined && path !== undefined) {
    const read = await readYaml(path);
    if (!read.ok) return failed(read.message);
    typed[subject.name] = read.value;
  }
  const nameMember = (pointer: string) => {
    const [, member = '', ...rest] = pointer.split('/');
    if (member !== subject?.name) return optionName(pointer);
    if (path === undefined) return optionName(pointer).slice(2);
    return placeIn(rest, typed[member]) || path;
  };
  const answer = await askForAll(name, typed, nameMember);
  if (!answer.ok) return failed(answer.message);
  if (name === 'export' && !json) return done(toYaml(answer.body));
  const text = shown(answer.body, json);
  return isWrong.safeParse(answer.body).success ? failed(text) : done(text);
}

/** A check that found something wrong. */
const isWrong = z.looseObject({ ok: z.literal(false) });

/** Names a place in a file by the names of what it is in: `merchants[Acme].gates[main].accounts`. */
function placeIn(pointer: readonly string[], file: unknown): string {
  const steps = pointer.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return placeOf(
    steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    file,
  );
}

/** Asks for a page, or for all pages one after another if the input has neither `after` nor `limit`. */
async function askForAll(
  ...[command, input, nameMember]: Parameters<typeof askCommand>
): Promise<ServiceAnswer> {
  const first = await askCommand(command, input, nameMember);
  const isPageMeant = 'after' in input || 'limit' in input;
  let page = first.ok && !isPageMeant ? readPage(first.body) : undefined;
  if (page === undefined) return first;
  const items = [...page.items];
  while (page?.next !== undefined) {
    const answer = await askCommand(command, { ...input, after: page.next }, nameMember);
    if (!answer.ok) return answer;
    page = readPage(answer.body);
    items.push(...(page?.items ?? []));
  }
  return { ok: true, body: items };
}
