import { z } from 'zod';
import type { DescribedCommand } from '#service/operator/command-options.ts';
import { askCommands } from './ask-service.ts';

const list = z.array(
  z.object({
    name: z.string(),
    summary: z.string(),
    input: z.record(z.string(), z.unknown()),
    isDownload: z.literal(true).optional(),
  }),
);

/**
 * Returns the commands that the running service lets the caller use. If it does not answer, or none starts with these
 * words, adds the other commands of this release: their help works, and the service says why it does not run one.
 */
export async function knownCommands(words: readonly string[]): Promise<DescribedCommand[]> {
  const answer = await askCommands();
  const listed = answer.ok ? (list.safeParse(answer.body).data ?? []) : [];
  const [noun, verb] = words;
  const isKnown = listed.some(({ name }) => name === noun || name === `${noun} ${verb}`);
  const isAskedForAll = listed.length > 0 && (noun === undefined || noun === 'help');
  if (isKnown || isAskedForAll) return listed;
  const { OPERATOR_COMMANDS } = await import('#service/operator/commands.ts');
  const { describeCommand } = await import('#service/operator/command-options.ts');
  const names = new Set(listed.map(({ name }) => name));
  const others = Object.entries(OPERATOR_COMMANDS).filter(([name]) => !names.has(name));
  return [...listed, ...others.map(([name, command]) => describeCommand(name, command))];
}
