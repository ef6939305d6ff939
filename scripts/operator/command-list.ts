import { z } from 'zod';
import { askService } from './ask-service.ts';

const list = z.array(
  z.object({
    name: z.string(),
    summary: z.string(),
    options: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        required: z.boolean(),
        default: z.string().optional(),
      }),
    ),
  }),
);

type ListedCommand = z.output<typeof list>[number];
type Option = ListedCommand['options'][number];

/** Undefined where what answered is no list of commands. */
export function readCommandList(body: unknown): ListedCommand[] | undefined {
  return list.safeParse(body).data;
}

/** Those of the running service, or else those of this release: to be explained they need not be done. */
export async function knownCommands(): Promise<ListedCommand[]> {
  const answer = await askService();
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
export function describeCommand({ name, summary, options }: ListedCommand): string {
  const lines = options.map((option) => `  --${option.name} ${option.value}${remark(option)}`);
  const call = ['npm run operator --', name, ...options.map(usage)].join(' ');
  return [summary, '', call, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

function usage({ name, value, required }: Option): string {
  const text = `--${name} ${value}`;
  return required ? text : `[${text}]`;
}

function remark({ required, default: byDefault }: Option): string {
  if (required) return '';
  return byDefault === undefined ? '   may be left out' : `   ${byDefault} if it is left out`;
}
