import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { Outline } from './outline.ts';
import { member } from './place.ts';
import type { Present, PresentMerchant } from './present.ts';
import { selectWaitingMethods } from './queries.ts';

/**
 * A gate or method that a file lists no more, where it lists the others: it is switched off. Its row stays,
 * with the orders that name it, and listing it again switches it on.
 */
export interface Removal {
  place: string;
  merchantId: string;
  table: 'gates' | 'gate_methods';
  id: string;
  /** That can take no more orders by it. */
  methodIds: readonly string[];
}

interface Named {
  name?: string | undefined;
}

/** A merchant in a file, as far as its lists go. */
interface Listing extends Named {
  gates?: readonly (Named & { methods?: readonly Named[] | undefined })[] | undefined;
}

function removals(file: Pick<Outline, 'merchants'>, present: Present): Removal[] {
  return (file.merchants ?? []).flatMap((merchant) => {
    const known = present.merchants.get(merchant.name ?? '');
    return known === undefined ? [] : removalsOf(merchant, known);
  });
}

export function removalsOf(merchant: Listing, known: PresentMerchant): Removal[] {
  const { gates } = merchant;
  const merchantId = known.row.id;
  const found: Removal[] = [];
  for (const [name, gate] of known.gates) {
    const place = `${member('merchants', merchant.name, 0)}.${member('gates', name, 0)}`;
    const active = [...gate.methods.values()].filter(({ row }) => row.active);
    const listed = gates?.find((inFile) => inFile.name === name);
    if (listed === undefined) {
      if (!gate.row.active || !isComplete(gates)) continue;
      const methodIds = active.map(({ row }) => row.id);
      found.push({ place, merchantId, table: 'gates', id: gate.row.id, methodIds });
    } else if (isComplete(listed.methods)) {
      const names = new Set(listed.methods.map((method) => method.name));
      for (const { row } of active.filter((method) => !names.has(method.row.name))) {
        const methodPlace = `${place}.${member('methods', row.name, 0)}`;
        const methodIds = [row.id];
        found.push({
          place: methodPlace,
          merchantId,
          table: 'gate_methods',
          id: row.id,
          methodIds,
        });
      }
    }
  }
  return found;
}

/** Where a name cannot be read, which one it would be is not known either. */
function isComplete<Item extends Named>(
  list: readonly Item[] | undefined,
): list is readonly Item[] {
  return list?.every(({ name }) => name !== undefined) === true;
}

/** Nobody's order is left without the method that it was made with. */
export async function removalRules(
  db: Kysely<Tables>,
  file: Outline,
  present: Present,
): Promise<string[]> {
  const broken: string[] = [];
  for (const { place, merchantId, methodIds } of removals(file, present)) {
    if (methodIds.length === 0) continue;
    const waiting = await selectWaitingMethods(db, merchantId, methodIds);
    if (waiting.length > 0) {
      broken.push(
        `${place}: it is not in the file, and cannot be removed: it has orders that are not final.`,
      );
    }
  }
  return broken;
}
