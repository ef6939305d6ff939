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
  type Ending,
  type Ends,
} from '../command-line.ts';
import { askCommand, askCommands, SERVICE_LOOKUP_HELP, type NameMember } from './ask-service.ts';
import { readPage, shown, toYaml } from './describe-result.ts';
import { download } from './download.ts';
import { readYaml, withVariables } from './read-file.ts';
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
OPERATOR_AS can say the name in place of --as.
Exit code 0: done. 1: refused or failed. 2: invalid command.`;

/** Runs `npm run operator` with its arguments. The environment determines the service. */
export async function operate(args: readonly string[]): Promise<Ending> {
  const commands = await knownCommands(args);
  return runCommandLine(
    PROGRAM_NAMES.operator,
    args.length === 0 ? ['--help'] : args,
    (program, ends) => {
      program
        .description(DESCRIPTION)
        .usage('<noun> <verb> [argument] [options]')
        .addHelpText('after', EXAMPLES)
        .helpCommand('help [noun]', 'print the help of a noun')
        .configureHelp({ sortSubcommands: true })
        .option('--as <name>', 'who uses the operator key, for the audit')
        .hook('preAction', () => {
          const { as } = program.opts<{ as?: string }>();
          if (as === undefined) return;
          if (process.env['OPERATOR_TOKEN']) {
            program.error('error: --as is for the operator key, and OPERATOR_TOKEN is set');
          }
          process.env['OPERATOR_AS'] = as;
        });
      const nouns = Object.groupBy(commands, ({ name }) => name.split(' ', 1)[0] ?? '');
      for (const [noun, ofNoun = []] of Object.entries(nouns)) {
        const parent = program.command(noun);
        const verbs = ofNoun.map(({ name }) => name.split(' ')[1]).filter(Boolean);
        if (verbs.length > 0) {
          parent.summary(verbs.join(', ')).usage('<verb> [argument] [options]').helpCommand(false);
        }
        for (const described of ofNoun) {
          const [, verb] = described.name.split(' ');
          addCommand(verb === undefined ? parent : parent.command(verb), ends, described);
        }
      }
      addReconcile(program.command('reconcile'), ends);
    },
  );
}

/**
 * Returns the commands that the running service lets the caller use. If it does not answer, or none starts with these
 * words, adds the other commands of this release: their help works, and the service says why it does not run one.
 */
async function knownCommands([noun, verb]: readonly string[]): Promise<DescribedCommand[]> {
  const answer = await askCommands().catch(() => undefined);
  const listed = Array.isArray(answer) ? (answer as DescribedCommand[]) : [];
  const isKnown = listed.some(({ name }) => name === noun || name === `${noun} ${verb}`);
  const isAskedForAll = noun === undefined || noun === 'help' || noun.startsWith('-');
  if (isKnown || (isAskedForAll && listed.length > 0)) return listed;
  const { OPERATOR_COMMANDS } = await import('#service/operator/commands.ts');
  const { describeCommand } = await import('#service/operator/command-options.ts');
  const names = new Set(listed.map(({ name }) => name));
  const others = Object.entries(OPERATOR_COMMANDS).filter(([name]) => !names.has(name));
  return [...listed, ...others.map(([name, command]) => describeCommand(name, command))];
}

const ownOptions = z.looseObject({
  file: z.string().optional(),
  json: z.boolean().default(false),
});

/** Declares a command's argument and options, and what runs it. */
function addCommand(command: Command, ends: Ends, described: DescribedCommand): void {
  const { name, summary, input, isDownload } = described;
  command.description(summary);
  const added = optionsOf(input).map((option) => ({ option, key: add(command, option) }));
  if (isDownload) command.option('--file <file>', 'write it here; to standard output if left out');
  else command.option('--json', 'print the answer as JSON');
  command.action(
    ends(async () => {
      const { file, json, ...values } = ownOptions.parse(command.opts());
      const [argument] = z.array(z.string()).parse(command.processedArgs);
      const given = added.map(({ option, key }): [string, unknown] => [
        option.name,
        option.isPositional ? argument : values[key],
      ]);
      const texts = z
        .record(z.string(), z.unknown())
        .parse(withVariables(Object.fromEntries(given)));
      if (isDownload) return download(file, name, z.record(z.string(), z.string()).parse(texts));
      const subject = added.find(({ option }) => option.isPositional)?.option;
      const body = await run(described, subject, texts);
      if (name === 'export' && !json) return done(toYaml(body));
      const text = shown(body, json);
      return isWrong.safeParse(body).success ? failed(text) : done(text);
    }),
  );
}

/** A check that found something wrong. */
const isWrong = z.looseObject({ ok: z.literal(false) });

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
  const word = choices === undefined ? value : 'word';
  const added = new Option(`--${name} <${word}>`, optionHelp(option));
  if (choices !== undefined) added.choices(choices);
  command.addOption(added.makeOptionMandatory(required));
  return added.attributeName();
}

const EXAMPLE_VALUES: Readonly<Record<string, string>> = {
  time: 'such as 2026-03-01T00:00:00Z',
  day: 'such as 2026-03-01',
  'a,b': 'separated by commas',
};

function optionHelp({ isPositional, value, required, ...option }: CommandOption): string {
  return [
    option.description?.replace(/\.$/, '') ?? (isPositional && value === 'id' ? 'its id' : ''),
    isPositional && value === 'json' ? 'a file of YAML or JSON' : EXAMPLE_VALUES[value],
    required && !isPositional ? 'required' : '',
    option.default === undefined ? '' : `default: ${option.default}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Runs a command in the service. An object as the argument is a file. */
async function run(
  { name, input }: DescribedCommand,
  subject: CommandOption | undefined,
  texts: Record<string, unknown>,
): Promise<unknown> {
  const typed = typedInput(input, texts);
  const path = subject?.value === 'json' ? String(texts[subject.name]) : undefined;
  if (subject !== undefined && path !== undefined) typed[subject.name] = await readYaml(path);
  return askForAll(name, typed, (pointer) => {
    const [, member = '', ...rest] = pointer.split('/');
    if (member !== subject?.name) return optionName(pointer);
    if (path === undefined) return optionName(pointer).slice(2);
    // A place in the file, by the names of what it is in: `merchants[Acme].gates[main].accounts`.
    const steps = rest.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const keys = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return placeOf(keys, typed[member]) || path;
  });
}

/** Asks for a page, or for all pages one after another if the input has neither `after` nor `limit`. */
async function askForAll(command: string, input: object, nameMember: NameMember): Promise<unknown> {
  const first = await askCommand(command, input, nameMember);
  let page = 'after' in input || 'limit' in input ? undefined : readPage(first);
  if (page === undefined) return first;
  const items = [...page.items];
  while (page?.next !== undefined) {
    page = readPage(await askCommand(command, { ...input, after: page.next }, nameMember));
    items.push(...(page?.items ?? []));
  }
  return items;
}
