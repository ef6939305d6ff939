/** A command's arguments, by which its old spellings are recognized. */
export interface AcceptedArguments {
  /** Arguments without a name, in their order; they used to be options: `--order ID`. */
  positionals: readonly string[];
  /** Options without a value; they used to take `true` or `false`. */
  switches: readonly string[];
}

/**
 * Replaces the spellings of release 0.2, which are accepted until release 0.4, and returns a note for each:
 * `--overlap_hours 1`, `--order ID` instead of the ID alone, `--dry-run true`.
 */
export function withoutOldSpellings(
  args: readonly string[],
  { positionals, switches }: AcceptedArguments,
): { args: string[]; notes: string[] } {
  const positionalValues = new Map<string, string>();
  const others: string[] = [];
  const notes: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name, inlineValue] = /^--([a-z][\w-]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) {
      others.push(arg);
      continue;
    }
    const kebab = name.replaceAll('_', '-');
    const value = () => inlineValue ?? rest.shift();
    if (positionals.includes(kebab)) {
      positionalValues.set(kebab, value() ?? '');
      notes.push(`--${name} is an old spelling: write the ${kebab} without it.`);
    } else if (switches.includes(kebab) && isBoolean(inlineValue ?? rest[0])) {
      const isOn = value() === 'true';
      others.push(isOn ? `--${kebab}` : `--no-${kebab}`);
      notes.push(`--${name} ${isOn} is an old spelling of ${others.at(-1)}.`);
    } else {
      others.push(inlineValue === undefined ? `--${kebab}` : `--${kebab}=${inlineValue}`);
      if (kebab !== name) notes.push(`--${name} is an old spelling of --${kebab}.`);
    }
  }
  const inOrder = positionals.flatMap((name) => positionalValues.get(name) ?? []);
  return { args: [...inOrder, ...others], notes: notes.map((note) => note + REFUSAL_NOTE) };
}

const REFUSAL_NOTE = ' Release 0.4 will refuse it.';

function isBoolean(text: string | undefined): boolean {
  return text === 'true' || text === 'false';
}
