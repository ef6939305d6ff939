/** A command's arguments, by which its old spellings are recognized. */
export interface Takes {
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
  { positionals, switches }: Takes,
): { args: string[]; notes: string[] } {
  const moved = new Map<string, string>();
  const others: string[] = [];
  const notes: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name, ofIt] = /^--([a-z][\w-]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) {
      others.push(arg);
      continue;
    }
    const kebab = name.replaceAll('_', '-');
    const value = () => ofIt ?? rest.shift();
    if (positionals.includes(kebab)) {
      moved.set(kebab, value() ?? '');
      notes.push(`--${name} is an old spelling: write the ${kebab} without it.`);
    } else if (switches.includes(kebab) && isBoolean(ofIt ?? rest[0])) {
      const isOn = value() === 'true';
      others.push(isOn ? `--${kebab}` : `--no-${kebab}`);
      notes.push(`--${name} ${isOn} is an old spelling of ${others.at(-1)}.`);
    } else {
      others.push(ofIt === undefined ? `--${kebab}` : `--${kebab}=${ofIt}`);
      if (kebab !== name) notes.push(`--${name} is an old spelling of --${kebab}.`);
    }
  }
  const inOrder = positionals.flatMap((name) => moved.get(name) ?? []);
  return { args: [...inOrder, ...others], notes: notes.map((note) => note + UNTIL) };
}

const UNTIL = ' Release 0.4 will refuse it.';

function isBoolean(text: string | undefined): boolean {
  return text === 'true' || text === 'false';
}
