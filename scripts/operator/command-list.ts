import { z } from 'zod';
import { optionsOf, type CommandOption } from '#service/operator/command-options.ts';
import { CALLED } from '../command-line.ts';
import { askCommands } from './ask-service.ts';

const list = z.array(
  z.object({ name: z.string(), summary: z.string(), input: z.record(z.string(), z.unknown()) }),
);

export type ListedCommand = z.output<typeof list>[number];

/** Undefined where what answered is no list of commands. */
export function readCommandList(body: unknown): ListedCommand[] | undefined {
  return list.safeParse(body).data;
}

/** Those of the running service, or else those of this release: to be explained they need not be done. */
export async function knownCommands(): Promise<ListedCommand[]> {
  const answer = await askCommands();
  const listed = answer.ok ? readCommandList(answer.body) : undefined;
  if (listed !== undefined) return listed;
  const { OPERATOR_COMMANDS } = await import('#service/operator/commands.ts');
  const { describeCommand } = await import('#service/operator/command-options.ts');
  return Object.entries(OPERATOR_COMMANDS).map(([name, command]) => describeCommand(name, command));
}

/** Every command with what it does, a line each. */
export function describeCommands(commands: readonly ListedCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return ['What the running service can be asked to do:', '', ...lines].join('\n');
}

/** How one command is called. */
export function describeCommand({ name, summary, input }: ListedCommand): string {
  const options = optionsOf(input);
  const lines = options.map((option) => `  --${option.name} ${option.value}${remark(option)}`);
  const call = [CALLED.operator, name, ...options.map(usage)].join(' ');
  return [summary, '', call, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

function usage({ name, value, required }: CommandOption): string {
  const text = `--${name} ${value}`;
  return required ? text : `[${text}]`;
}

function remark({ required, default: byDefault, description }: CommandOption): string {
  const optional = byDefault === undefined ? 'Optional.' : `Default: ${byDefault}.`;
  const remarks = [
    ...(required ? [] : [optional]),
    ...(description === undefined ? [] : [description]),
  ];
  return remarks.length === 0 ? '' : `   ${remarks.join(' ')}`;
}
