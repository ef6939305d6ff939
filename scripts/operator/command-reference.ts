import { Command } from 'commander';
import {
  describeCommand,
  optionsOf,
  type CommandOption,
  type DescribedCommand,
} from '#service/operator/command-options.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { mayRun, ROLES } from '#service/operator/roles.ts';
import { kebabName, LOCAL, type Add } from './operate.ts';

const HEAD = `# Commands

Written by \`npm run generate -- commands\` from the commands themselves; how to call them is in
[operating.md](operating.md#commands). Programs send the same arguments and options as JSON to
\`POST /api/operator/v1/NOUN/VERB\`, where names have underscores: \`overlap_hours\`.

Square brackets mark what may be left out, and \`--help\` lists what a word in capitals stands for. Every command takes \`--json\`,
those that change something \`--reason TEXT\`, and those marked (pages) \`--limit NUMBER\` and \`--after TEXT\`. Admins may run
every command. The other roles that may are named at its end: *staff* are viewer, support and finance, *all* are staff and merchants.
`;

/** The reference as Markdown: a section for each noun, an entry for each of its commands. */
export function commandReference(): string {
  const names = [...new Set([...Object.keys(OPERATOR_COMMANDS), ...Object.keys(LOCAL)])];
  const nouns = Object.groupBy(names, (name) => name.split(' ', 1)[0] ?? '');
  const sections = Object.entries(nouns).map(([noun, commands = []]) =>
    [`## ${noun}`, '', ...commands.map(entry), ''].join('\n'),
  );
  return `${[HEAD, ...sections].join('\n').trimEnd()}\n`;
}

function entry(name: string): string {
  const local = LOCAL[name];
  const command = OPERATOR_COMMANDS[name];
  const described = command && describeCommand(name, command);
  const call = local ? takenHere(local.add) : described ? taken(described) : [];
  const summary = local?.summary ?? described?.summary ?? '';
  const inPages = described !== undefined && PAGING.every((each) => takes(described, each));
  const words = [summary, ...rolesOf(command === undefined ? (SENDS[name] ?? name) : name)];
  return `- \`${[name, ...call].join(' ')}\`${inPages ? ' (pages)' : ''}\\\n  ${words.join(' ')}`;
}

const PAGING = ['limit', 'after'];

function takes({ input }: DescribedCommand, option: string): boolean {
  return optionsOf(input).some(({ name }) => name === option);
}

/** The commands that are sent for those that exist on the command line alone. */
const SENDS: Readonly<Record<string, string>> = {
  reconcile: 'reconciliations create',
  'reports download': 'reports show',
};

function takenHere(add: Add): string[] {
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

/** As it is typed: what stands without a name first. */
function taken(described: DescribedCommand): string[] {
  const said = ['reason', ...(PAGING.every((each) => takes(described, each)) ? PAGING : [])];
  return optionsOf(described.input)
    .filter(({ name }) => !said.includes(name))
    .toSorted((a, b) => Number(b.isPositional) - Number(a.isPositional))
    .map((option) => (option.required ? spelled(option) : `[${spelled(option)}]`));
}

function spelled(option: CommandOption): string {
  const name = kebabName(option);
  if (option.isPositional) return name.toUpperCase();
  if (!option.isSwitch) return `--${name} ${valueOf(option)}`;
  return option.default === 'false' ? `--${name}` : `--${name}|--no-${name}`;
}

/** Many choices stand behind one word: `--resolution-code CODE`. */
const MANY = 5;

function valueOf({ name, value, choices = [] }: CommandOption): string {
  return choices.length < MANY ? value : (name.split('_').at(-1)?.toUpperCase() ?? value);
}

/** Admins may run every command, so they are not named. */
function rolesOf(name: string): string[] {
  const roles = ROLES.filter((role) => role !== 'admin' && mayRun(role, name));
  const isStaff = roles.includes('viewer');
  const others = isStaff ? ['staff', ...roles.filter((role) => role === 'merchant')] : roles;
  if (roles.length === ROLES.length - 1) return ['For all.'];
  return others.length === 0 ? [] : [`For ${others.join(', ')}.`];
}
