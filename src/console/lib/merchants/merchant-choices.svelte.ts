import { command } from '#console/api/client.ts';
import { session } from '#console/api/session.svelte.ts';
import type { Choice } from '#console/actions/fields.ts';

/** More than that nobody finds in a list to choose from: they are typed. */
const MOST = 200;

/** The merchants to choose one from. */
class MerchantChoices {
  /** Undefined until they are known, where there are too many, and for people who see no others. */
  known: readonly Choice[] | undefined = $state.raw();

  /** Where a form is shown that has a merchant to choose. */
  async load(): Promise<void> {
    if (session.person?.merchant !== null || !session.may('merchants list')) return;
    try {
      const { items, next } = await command('merchants list', { limit: MOST });
      this.known = next === undefined ? choicesOf(items) : undefined;
    } catch {
      // A name can be typed all the same.
      this.known = undefined;
    }
  }
}

/** By the name, as commands take it; of several with one name by the id. */
function choicesOf(merchants: readonly { id: string; name: string }[]): Choice[] {
  const named = Map.groupBy(merchants, ({ name }) => name);
  return merchants.map(({ id, name }) =>
    named.get(name)?.length === 1
      ? { value: name, label: name }
      : { value: id, label: `${name} (${id.slice(0, 8)})` },
  );
}

export const merchantChoices = new MerchantChoices();
