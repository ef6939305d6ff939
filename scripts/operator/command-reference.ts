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

Written by \`npm run generate -- commands\` from the commands themselves. How to call them, and what people and programs
may do: [operating.md](operating.md#commands). The console and other programs send the same commands, with their arguments
and options as JSON, to \`POST /api/operator/v1/NOUN/VERB\`; members there have underscores: \`overlap_hours\`.

Square brackets mark what may be left out. Every command takes \`--json\`. Every command that changes something also takes
\`--reason TEXT\`, which is kept in the audit.
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
  const roles = rolesOf(command === undefined ? (SENDS[name] ?? name) : name);
  return `- \`${[name, ...call].join(' ')}\`\\\n  ${summary} For ${roles}.`;
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
function taken({ input }: DescribedCommand): string[] {
  return optionsOf(input)
    .filter(({ name }) => name !== 'reason')
    .toSorted((a, b) => Number(b.isPositional) - Number(a.isPositional))
    .map((option) => (option.required ? spelled(option) : `[${spelled(option)}]`));
}

function spelled(option: CommandOption): string {
  const name = kebabName(option);
  if (option.isPositional) return name.toUpperCase();
  if (!option.isSwitch) return `--${name} ${option.value}`;
  return option.default === 'false' ? `--${name}` : `--${name}|--no-${name}`;
}

function rolesOf(name: string): string {
  const roles = ROLES.filter((role) => mayRun(role, name));
  return roles.length === ROLES.length ? 'everybody' : roles.join(', ');
}
