import { z } from 'zod';
import { askCommand, type NameMember, type ServiceAnswer } from './ask-service.ts';

const page = z.strictObject({ items: z.array(z.unknown()), next: z.string().optional() });

/** Asks for a page, or for all pages one after another if the input has neither `after` nor `limit`. */
export async function askForAll(
  command: string,
  given: unknown,
  nameMember: NameMember,
): Promise<ServiceAnswer> {
  const input = z.looseObject({}).parse(given);
  const first = await askCommand(command, input, nameMember);
  const pageMeant = 'after' in input || 'limit' in input;
  if (!first.ok || pageMeant || !page.safeParse(first.body).success) return first;
  const items: unknown[] = [];
  let answer: ServiceAnswer = first;
  for (;;) {
    if (!answer.ok) return answer;
    const { items: more, next } = page.parse(answer.body);
    items.push(...more);
    if (next === undefined) return { ok: true, body: items };
    answer = await askCommand(command, { ...input, after: next }, nameMember);
  }
}

/** Reads a page: its items, and the cursor of the next one. Returns undefined for any other answer. */
export function readPage(body: unknown): z.output<typeof page> | undefined {
  return page.safeParse(body).data;
}
