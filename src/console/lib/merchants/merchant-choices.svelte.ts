import { command } from '#console/api/client.ts';
import { session } from '#console/api/session.svelte.ts';
import type { Choice } from '#console/actions/fields.ts';

/** The most merchants to offer in a list. With more, people type the name. */
const MOST = 200;

/** The merchants that a form offers as choices. */
class MerchantChoices {
  /** Undefined until loaded, if there are too many, and for a merchant's people. */
  known: readonly Choice[] | undefined = $state.raw();

  /** Loads the merchants, for a form that asks for one. */
  async load(): Promise<void> {
    if (!session.isStaff || !session.may('merchants list')) return;
    try {
      const { items, next } = await command('merchants list', { limit: MOST });
      this.known = next === undefined ? choicesOf(items) : undefined;
    } catch {
      // Ignored: a name can still be typed.
      this.known = undefined;
    }
  }
}

/** Identifies a merchant by its name, or by its id if several share the name. Commands take both. */
function choicesOf(merchants: readonly { id: string; name: string }[]): Choice[] {
  const named = Map.groupBy(merchants, ({ name }) => name);
  return merchants.map(({ id, name }) =>
    named.get(name)?.length === 1
      ? { value: name, label: name }
      : { value: id, label: `${name} (${id.slice(0, 8)})` },
  );
}

export const merchantChoices = new MerchantChoices();
