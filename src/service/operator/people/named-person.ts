import { z } from 'zod';
import type { ServiceContext } from '../../platform/context.ts';
import type { Refused } from '../answer.ts';
import { NOT_FOUND } from '../command.ts';
import { findPerson } from './queries.ts';

const MAX_EMAIL = 254;

/** How a command is told who is meant. */
export const person = z.string().min(1).max(MAX_EMAIL).describe('EMAIL|UUID');

/** Lists what is somebody's, or everybody's where nobody is named. */
export async function ofPerson<Item>(
  { db }: Pick<ServiceContext, 'db'>,
  reference: string | undefined,
  list: (id: string | undefined) => Promise<readonly Item[]>,
): Promise<readonly Item[] | Refused> {
  if (reference === undefined) return list(undefined);
  const found = await findPerson(db, reference);
  return found === undefined ? NOT_FOUND : list(found.id);
}
