import { z } from 'zod';
import { askService, type ServiceAnswer } from './ask-service.ts';

const page = z.strictObject({ items: z.array(z.unknown()), next: z.string().optional() });

/** Asks for a page, or for all of them one after the other where nobody said which. */
export async function askForAll(command: string, given: unknown): Promise<ServiceAnswer> {
  const input = z.looseObject({}).parse(given);
  const first = await askService(command, input);
  const pageMeant = 'after' in input || 'limit' in input;
  if (!first.ok || pageMeant || !page.safeParse(first.body).success) return first;
  const items: unknown[] = [];
  let answer: ServiceAnswer = first;
  for (;;) {
    if (!answer.ok) return answer;
    const { items: more, next } = page.parse(answer.body);
    items.push(...more);
    if (next === undefined) return { ok: true, body: items };
    answer = await askService(command, { ...input, after: next });
  }
}

/** A page's items, and what to ask for the next one with. */
export function readPage(body: unknown): z.output<typeof page> | undefined {
  return page.safeParse(body).data;
}
