/** Strings, brackets, colons and commas, and whatever stands between them: valid JSON has no more. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;

interface Container {
  /** Names that were seen; undefined in an array. */
  names: Set<string> | undefined;
  /** The name or index of what is being read. */
  at: string | number;
}

/**
 * Paths of the members that repeat a name of their object, however the name is escaped. JSON.parse keeps
 * the last of them, other readers the first: what was signed would mean two things. Takes valid JSON.
 */
export function repeatedMembers(text: string): (string | number)[][] {
  const open: Container[] = [];
  const repeated: (string | number)[][] = [];
  let before = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const container = open.at(-1);
    const isName = container?.names !== undefined && (before === '{' || before === ',');
    if (isName && token.startsWith('"') && isRepeated(container, nameOf(token))) {
      repeated.push(open.map(({ at }) => at));
    }
    enter(open, token);
    before = token;
  }
  return repeated;
}

/** Moves on to a member, by its name. */
function isRepeated(container: Container, name: string): boolean {
  const { names = new Set() } = container;
  const known = names.has(name);
  names.add(name);
  container.at = name;
  return known;
}

/** Keeps the containers that are open in step with what was read. */
function enter(open: Container[], token: string): void {
  const container = open.at(-1);
  if (token === '{') open.push({ names: new Set(), at: '' });
  else if (token === '[') open.push({ names: undefined, at: 0 });
  else if (token === '}' || token === ']') open.pop();
  else if (token === ',' && typeof container?.at === 'number') container.at += 1;
}

/** Escapes undone: `"\u0061"` names the same member as `"a"`. */
function nameOf(token: string): string {
  return String(JSON.parse(token));
}
