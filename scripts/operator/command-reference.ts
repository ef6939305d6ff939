import {
  describeCommand,
  optionsOf,
  type DescribedCommand,
} from '#service/operator/command-options.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { mayRun, ROLES } from '#service/operator/roles.ts';

const HEAD = `# Commands

Written by \`npm run generate -- commands\` from the commands themselves. How to call them, and what people and programs
may do: [operating.md](operating.md#commands). The console and other programs send the same commands, with their options
as JSON, to \`POST /api/operator/v1/NOUN/VERB\`.

What stands in brackets may be left out. Every command that changes something also takes \`--reason TEXT\`, which the audit keeps.
`;

/** The reference as Markdown: a section for each noun, an entry for each of its commands. */
export function commandReference(): string {
  const nouns = new Map<string, DescribedCommand[]>();
  for (const [name, command] of Object.entries(OPERATOR_COMMANDS)) {
    const [noun = ''] = name.split(' ');
    nouns.set(noun, [...(nouns.get(noun) ?? []), describeCommand(name, command)]);
  }
  const sections = [...nouns].map(([noun, commands]) => section(noun, commands));
  return `${[HEAD, ...sections].join('\n').trimEnd()}\n`;
}

function section(noun: string, commands: readonly DescribedCommand[]): string {
  return [`## ${noun}`, '', ...commands.map(entry), ''].join('\n');
}

function entry(command: DescribedCommand): string {
  const call = [command.name, ...options(command)].join(' ');
  return `- \`${call}\`\\\n  ${command.summary} For ${rolesOf(command.name)}.`;
}

function options({ input }: DescribedCommand): string[] {
  return optionsOf(input)
    .filter(({ name }) => name !== 'reason')
    .map(({ name, value, required }) => (required ? `--${name} ${value}` : `[--${name} ${value}]`));
}

function rolesOf(name: string): string {
  const roles = ROLES.filter((role) => mayRun(role, name));
  return roles.length === ROLES.length ? 'everybody' : roles.join(', ');
}
