import type { CommandOption } from '#console/api/session.svelte.ts';
import { optionField, type OptionField } from './option-fields.ts';

/** What an action asks for: an option of its command by its name, and how where the option alone does not say. */
export type Ask = string | AskedOption;

interface AskedOption {
  name: string;
  label?: string;
  hint?: string;
  /** Where the command could do without, and this action cannot. */
  isRequired?: boolean;
  /** Of which one is chosen, where the command takes any text. */
  choices?: readonly string[];
  /** Of which any may be chosen. */
  several?: readonly string[];
}

export interface AskedField extends OptionField {
  several?: readonly string[] | undefined;
}

export function fieldsOf(
  asks: readonly Ask[],
  options: readonly CommandOption[],
): readonly AskedField[] {
  return asks.flatMap((ask) => {
    const asked = typeof ask === 'string' ? { name: ask } : ask;
    const option = options.find(({ name }) => name === asked.name);
    if (option === undefined) return [];
    const field = optionField(option);
    return [{ ...field, ...asked, isRequired: field.isRequired || asked.isRequired === true }];
  });
}
