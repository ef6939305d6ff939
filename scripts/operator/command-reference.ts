import { Command } from 'commander';
import {
  describeCommand,
  optionsOf,
  type CommandOption,
  type DescribedCommand,
} from '#service/operator/command-options.ts';
import { mayRun, type OperatorCommand } from '#service/operator/command.ts';
import { findCommand, OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { ROLES } from '#service/operator/roles.ts';
import { kebabName, LOCAL, type DeclareCommand } from './operate.ts';

const HEAD = `# Commands

Written by \`npm run generate -- commands\` from the commands; [operating.md](operating.md#commands) says how to call them. Programs send
arguments and options as JSON to \`POST /api/operator/v1/NOUN/VERB\`, where names have underscores: \`overlap_hours\`.

Options in square brackets may be left out. An option takes text unless a kind of value follows, and \`--help\` describes each. Every command
takes \`--json\`, those that change something \`--reason\`, those marked (pages) \`--limit NUMBER\` and \`--after\`, and those marked (file)
\`--file FILE\` instead of \`--json\`; programs GET such a file with the options as query. Admins may run every command. The end of a
description names other roles: *staff* are viewer, support and finance, *all* are staff and merchants.
`;

const PAGING = ['limit', 'after'];
/** From this number on, one word stands for all choices: `--resolution-code CODE`. */
const MANY = 5;

const NAMES = [...new Set([...Object.keys(OPERATOR_COMMANDS), ...Object.keys(LOCAL)])];

/** Returns the reference as Markdown: a section for each noun, an entry for each of its commands. */
export function commandReference(): string {
  const nouns = Object.groupBy(NAMES, (name) => name.split(' ', 1)[0] ?? '');
  const sections = Object.entries(nouns).map(([noun, commands = []]) =>
    [`## ${noun}`, '', ...commands.map(entry), ''].join('\n'),
  );
  return `${[HEAD, ...sections].join('\n').trimEnd()}\n`;
}

/**
 * The arguments and options of every command, by its name: arguments in capitals, then options, the optional ones in
 * brackets.
 */
export const TAKEN: ReadonlyMap<string, readonly string[]> = new Map(
  NAMES.map((name) => [name, takenBy(name)]),
);

function takenBy(name: string): string[] {
  const local = LOCAL[name];
  const command = findCommand(name);
  if (local !== undefined) return takenHere(local.add);
  return command === undefined ? [] : takenByService(describeCommand(name, command));
}

function entry(name: string): string {
  const command = findCommand(name);
  const described = command && describeCommand(name, command);
  const summary = LOCAL[name]?.summary ?? described?.summary ?? '';
  const inPages = described !== undefined && PAGING.every((each) => takes(described, each));
  const mark = inPages ? ' (pages)' : described?.isDownload ? ' (file)' : '';
  const words = [summary, ...rolesOf(command ?? SENDS[name])];
  return `- \`${[name, ...shortened(name)].join(' ')}\`${mark}\\\n  ${words.join(' ')}`;
}

/** Shortens the entry of a `create` command: its optional options are listed once, at the `change` command. */
function shortened(name: string): readonly string[] {
  const taken = TAKEN.get(name) ?? [];
  const changing = name.replace(/ create$/, ' change');
  const changed = changing === name ? [] : (TAKEN.get(changing) ?? []);
  const optional = taken.filter((each) => each.startsWith('['));
  if (optional.length < MANY || !optional.every((each) => changed.includes(each))) return taken;
  return [...taken.filter((each) => !each.startsWith('[')), `[OPTIONS OF ${changing}]`];
}

function takes({ input }: DescribedCommand, option: string): boolean {
  return optionsOf(input).some(({ name }) => name === option);
}

/** The commands that are sent for those that exist only on the command line. */
const SENDS: Readonly<Record<string, OperatorCommand>> = {
  reconcile: OPERATOR_COMMANDS['reconciliations create'],
};

function takenHere(add: DeclareCommand): string[] {
  const command = new Command();
  add(command, () => () => Promise.resolve());
  const options = command.options
    .filter(({ long }) => long !== '--reason' && long !== '--json')
    .map(({ mandatory, flags }) => {
      const text = flags.replace(/<.*>/, (value) => value.slice(1, -1).toUpperCase());
      return mandatory ? text : `[${text}]`;
    });
  return [...command.registeredArguments.map((each) => each.name().toUpperCase()), ...options];
}

/** Returns the arguments and options as they are typed: those without a name first. */
function takenByService(described: DescribedCommand): string[] {
  const omitted = ['reason', ...(PAGING.every((each) => takes(described, each)) ? PAGING : [])];
  return optionsOf(described.input)
    .filter(({ name }) => !omitted.includes(name))
    .toSorted((a, b) => Number(b.isPositional) - Number(a.isPositional))
    .map((option) => (option.required ? spelled(option) : `[${spelled(option)}]`));
}

function spelled(option: CommandOption): string {
  const name = kebabName(option);
  if (option.isPositional) return name.toUpperCase();
  if (!option.isSwitch) return `--${name} ${valueOf(option)}`.trimEnd();
  return option.default === 'false' ? `--${name}` : `--${name}|--no-${name}`;
}

/**
 * Returns the kind of an option's value. Text, which most options take, and the `none` that removes a value are left
 * out.
 */
function valueOf({ name, value, choices = [] }: CommandOption): string {
  if (choices.length >= MANY) return name.split('_').at(-1)?.toUpperCase() ?? value;
  const kinds = value.split('|').filter((kind) => kind !== 'none');
  return kinds.join('|').replace(/^TEXT$/, '');
}

/** Names the roles that may run a command. Admins may run every command, so they are not named. */
function rolesOf(command: OperatorCommand | undefined): string[] {
  if (command === undefined) return [];
  const roles = ROLES.filter((role) => role !== 'admin' && mayRun(role, command));
  const isStaff = roles.includes('viewer');
  const others = isStaff ? ['staff', ...roles.filter((role) => role === 'merchant')] : roles;
  if (roles.length === ROLES.length - 1) return ['For all.'];
  return others.length === 0 ? [] : [`For ${others.join(', ')}.`];
}
