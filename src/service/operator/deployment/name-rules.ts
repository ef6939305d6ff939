import type { OutlinedGate, OutlinedMerchant, Outline } from './outline.ts';
import { member } from './place.ts';
import { repeated, type Present } from './present.ts';

/** What is known by its name has one of its own. */
export function* nameRules(file: Outline, present: Present): Iterable<string> {
  yield* repeatedNames('terminals', file.terminals);
  yield* repeatedNames('merchants', file.merchants);
  for (const name of present.sharedNames) {
    yield `merchants[${name}]: several merchants have this name; give each its own first (merchants brand).`;
  }
  for (const [index, merchant] of (file.merchants ?? []).entries()) {
    yield* namesOfMerchant(member('merchants', merchant.name, index), merchant);
  }
}

function* namesOfMerchant(place: string, { gates }: OutlinedMerchant): Iterable<string> {
  yield* repeatedNames(`${place}.gates`, gates);
  for (const [index, gate] of (gates ?? []).entries()) {
    yield* namesOfGate(`${place}.${member('gates', gate.name, index)}`, gate);
  }
}

function* namesOfGate(place: string, { accounts, methods }: OutlinedGate): Iterable<string> {
  yield* repeatedNames(`${place}.methods`, methods);
  const currencies = (accounts ?? []).filter((currency) => currency !== undefined);
  for (const currency of repeated(currencies)) {
    yield `${place}.accounts: ${currency} stands there more than once.`;
  }
}

function* repeatedNames(
  list: string,
  items: readonly { name?: string | undefined }[] | undefined,
): Iterable<string> {
  const names = (items ?? []).map(({ name }) => name).filter((name) => name !== undefined);
  for (const name of repeated(names))
    yield `${list}[${name}]: the name stands there more than once.`;
}
