import seedPglite from '../../tests/support/database/seeds/pglite.ts';
import type { Resource } from './resource.ts';

/** A first start on the embedded engine, which several stages copy: what they run inherits where it is. */
export async function seedResource(): Promise<Resource> {
  return { env: {}, release: await seedPglite() };
}
