import type { z } from 'zod';
import type { AdapterDescription } from '../../providers/adapter.ts';
import { clearSettingOf, IN_CLEAR, settingInClear } from '../../providers/live-address.ts';
import type { Adapters } from '../../providers/registry.ts';
import type { OutlinedTerminal, Outline } from './outline.ts';
import { member, placeOf } from './place.ts';
import type { Present } from './present.ts';

/** A terminal is given what its adapter asks for. */
export function* terminalRules(
  file: Outline,
  present: Present,
  adapters: Adapters,
): Iterable<string> {
  const merchants = new Set([
    ...present.merchants.keys(),
    ...(file.merchants ?? []).map(({ name }) => name),
  ]);
  for (const [index, terminal] of (file.terminals ?? []).entries()) {
    const place = member('terminals', terminal.name, index);
    const { merchant } = terminal;
    if (typeof merchant === 'string' && !merchants.has(merchant)) {
      yield `${place}.merchant: there is no merchant ${merchant}.`;
    }
    yield* adapterRules(place, terminal, present, adapters);
  }
}

function* adapterRules(
  place: string,
  terminal: OutlinedTerminal,
  present: Present,
  adapters: Adapters,
): Iterable<string> {
  const { adapter: adapterName } = terminal;
  if (adapterName === undefined) return;
  const known = terminal.name === undefined ? undefined : present.terminals.get(terminal.name);
  if (known !== undefined && known.adapter !== adapterName) {
    yield `${place}.adapter: it is ${known.adapter}, and cannot be changed; give another terminal another name.`;
    return;
  }
  const adapter = adapters.get(adapterName);
  if (adapter === undefined) {
    yield `${place}.adapter: there is no adapter ${adapterName}; there are ${[...adapters.keys()].join(', ')}.`;
    return;
  }
  const description = adapter.describe();
  for (const part of ['settings', 'credentials'] as const) {
    const given = terminal[part] ?? (known === undefined ? {} : undefined);
    if (given !== undefined) yield* misfits(`${place}.${part}`, description, part, given);
  }
  const inClear = becomesClear(terminal, known?.settings, description);
  if (inClear !== undefined) yield `${place}.settings.${inClear}: ${IN_CLEAR}.`;
}

/** Without its credentials nobody can tell here whether a terminal is live: it may stay as it is. */
function becomesClear(
  { settings, credentials }: OutlinedTerminal,
  known: unknown,
  description: AdapterDescription,
): ReturnType<typeof clearSettingOf> {
  if (settings === undefined) return undefined;
  if (credentials !== undefined) return settingInClear(description, { settings, credentials });
  return clearSettingOf(known) === undefined ? clearSettingOf(settings) : undefined;
}

function* misfits(
  place: string,
  description: AdapterDescription,
  part: 'settings' | 'credentials',
  given: unknown,
): Iterable<string> {
  const { error } = description[part].safeParse(given, { error: missing });
  for (const { path, message } of error?.issues ?? []) {
    const within = placeOf(path, given);
    // An issue's message names what is expected, never what was given: it may be a secret.
    yield `${place}${within === '' ? '' : `.${within}`}: ${message} (${description.name})`;
  }
}

/** In the place of "expected string, received undefined". */
export const missing: z.core.$ZodErrorMap = ({ input }) =>
  input === undefined ? 'is missing' : undefined;
