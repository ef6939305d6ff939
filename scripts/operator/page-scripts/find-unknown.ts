import bcd, {
  type BrowserName,
  type CompatStatement,
  type Identifier,
} from '@mdn/browser-compat-data' with { type: 'json' };
import { Linter, type Rule } from 'eslint';

/** The oldest version of each browser that must support everything a script uses. */
export type Floor = Readonly<Partial<Record<BrowserName, string>>>;

/** The ECMAScript version that every browser of the floor supports. Newer syntax does not parse. */
const SYNTAX = 2020;

/**
 * Returns what a built script uses that a browser of the floor does not support, each with those browsers. A built
 * script has no types: globals and their static members are looked up as such, every other member by its name, which
 * counts as supported if any interface has had it for long enough.
 */
export function findUnknown(code: string, floor: Floor): string[] {
  const found = new Set<string>();
  const use = (name: string, statements: readonly CompatStatement[]) => {
    const lacking = statements.map((statement) => browsersWithout(statement, floor));
    if (lacking.length === 0 || lacking.some((browsers) => browsers.length === 0)) return;
    found.add(`${name}: ${lacking[0]?.join(', ') ?? ''}`);
  };
  const messages = new Linter().verify(code, {
    languageOptions: { ecmaVersion: SYNTAX, sourceType: 'script' },
    plugins: { floor: { rules: { uses: ruleThat(use) } } },
    rules: { 'floor/uses': 'error' },
  });
  return [...found, ...messages.map(({ message }) => message)];
}

type Use = (name: string, statements: readonly CompatStatement[]) => void;

function ruleThat(use: Use): Rule.RuleModule {
  return {
    create: ({ sourceCode }) => ({
      Program() {
        for (const { identifier } of sourceCode.scopeManager.globalScope?.through ?? []) {
          use(identifier.name, globalsNamed(identifier.name));
        }
      },
      MemberExpression({ object, property, computed }) {
        if (computed || property.type !== 'Identifier') return;
        const owner = object.type === 'Identifier' ? object.name : '';
        const own = staticsOf(owner, property.name);
        if (own.length > 0) use(`${owner}.${property.name}`, own);
        else use(`.${property.name}`, MEMBERS.get(property.name) ?? []);
      },
      ObjectPattern({ properties }) {
        for (const property of properties) {
          if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
          use(`.${property.key.name}`, MEMBERS.get(property.key.name) ?? []);
        }
      },
      NewExpression({ callee, arguments: given }) {
        const name = sourceCode.getText(callee);
        for (const argument of given) {
          if (argument.type !== 'ObjectExpression') continue;
          for (const property of argument.properties) {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
            const option = property.key.name;
            use(`new ${name}({ ${option} })`, constructorOption(name, option));
          }
        }
      },
      Literal(node) {
        if ('regex' in node) useRegex(node.regex, use);
        else if (typeof node.value === 'string') useSelector(node.value, use);
      },
      TemplateElement({ value }) {
        useSelector(value.raw, use);
      },
    }),
  };
}

function useRegex({ pattern, flags }: { pattern: string; flags: string }, use: Use): void {
  for (const [looks, name] of REGEX_FEATURES) {
    if (looks.test(pattern)) use(`/${pattern}/: ${name}`, statementsAt(REGEX, [name]));
  }
  for (const flag of flags) {
    const property = REGEX_FLAGS[flag];
    if (property) use(`/${pattern}/${flags}`, statementsAt(BUILTINS, ['RegExp', property]));
  }
}

const REGEX_FEATURES: readonly (readonly [RegExp, string])[] = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?<\w/, 'named_capturing_group'],
  [/\\p\{/i, 'unicode_character_class_escape'],
  [/\(\?[ims-]+:/, 'modifier'],
];

const REGEX_FLAGS: Readonly<Record<string, string>> = {
  d: 'hasIndices',
  s: 'dotAll',
  u: 'unicode',
  v: 'unicodeSets',
  y: 'sticky',
};

/**
 * Looks up the pseudo-classes in a text. Any text may be a selector; a text that is none has no such word after a
 * colon.
 */
function useSelector(text: string, use: Use): void {
  for (const [, name = ''] of text.matchAll(/:{1,2}([a-z-]+)/g)) {
    use(`:${name}`, statementsAt(bcd.css, ['selectors', name]));
  }
}

type Feature = Identifier | undefined;

const API = featureAt(bcd.api, []);
const BUILTINS = featureAt(bcd.javascript, ['builtins']);
const REGEX = featureAt(bcd.javascript, ['regular_expressions']);

function featureAt(within: Feature, [name, ...deeper]: readonly string[]): Feature {
  if (name === undefined || within === undefined) return within;
  return Object.hasOwn(within, name) ? featureAt(within[name], deeper) : undefined;
}

function statementsAt(within: Feature, path: readonly string[]): CompatStatement[] {
  const statement = featureAt(within, path)?.__compat;
  return statement ? [statement] : [];
}

function namesIn(feature: Feature): string[] {
  return Object.keys(feature ?? {}).filter((name) => name !== '__compat');
}

function globalsNamed(name: string): CompatStatement[] {
  return [
    ...statementsAt(API, [name]),
    ...statementsAt(API, ['Window', name]),
    ...statementsAt(BUILTINS, [name]),
  ];
}

/** Returns the statements about a global's static member: `AbortSignal.timeout`, `Object.entries`. */
function staticsOf(owner: string, name: string): CompatStatement[] {
  if (owner === '') return [];
  return [API, BUILTINS].flatMap((within) => [
    ...statementsAt(within, [owner, `${name}_static`]),
    ...(within === BUILTINS ? statementsAt(within, [owner, name]) : []),
  ]);
}

function constructorOption(name: string, option: string): CompatStatement[] {
  const path = name.split('.');
  const own = [...path, path.at(-1) ?? '', 'options_parameter', `options_${option}_parameter`];
  return statementsAt(BUILTINS, own);
}

/**
 * What all interfaces say about a member, by its name. Static members are left out, because instances do not have
 * them.
 */
const MEMBERS = ((): ReadonlyMap<string, readonly CompatStatement[]> => {
  const members = new Map<string, CompatStatement[]>();
  const interfaces = [API, BUILTINS, featureAt(BUILTINS, ['Intl'])].flatMap((within) =>
    namesIn(within).map((name) => featureAt(within, [name])),
  );
  for (const one of interfaces) {
    for (const name of namesIn(one)) {
      if (/_(?:static|event)$/.test(name)) continue;
      members.set(name, [...(members.get(name) ?? []), ...statementsAt(one, [name])]);
    }
  }
  return members;
})();

function browsersWithout({ support }: CompatStatement, floor: Floor): string[] {
  return Object.entries(floor).flatMap(([browser, version]) => {
    const said = [support[browser as BrowserName] ?? []].flat();
    const isKnown = said.some(
      ({
        version_added: added,
        version_removed: removed,
        flags,
        prefix,
        alternative_name: other,
      }) => isUpTo(added, version) && !isUpTo(removed, version) && !flags && !prefix && !other,
    );
    return isKnown ? [] : [browser];
  });
}

/** Returns whether a version is at most the limit. `≤37` and `13.1` are versions; `preview` and false are not. */
function isUpTo(version: unknown, limit: string): boolean {
  if (typeof version !== 'string' || !/\d/.test(version)) return false;
  const [major = 0, minor = 0] = partsOf(version);
  const [limitMajor = 0, limitMinor = 0] = partsOf(limit);
  return major < limitMajor || (major === limitMajor && minor <= limitMinor);
}

function partsOf(version: string): number[] {
  return version.replace('≤', '').split('.').map(Number);
}
