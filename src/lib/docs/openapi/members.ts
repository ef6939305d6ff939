import { html, joined, withCode, type Html } from '../html.ts';
import { PATTERN_WORDS } from './pattern-words.ts';
import { nameIn, type Document, type Schema } from './read-document.ts';

type Schemas = Document['components']['schemas'];

/** Longer lists of values are left to the description. */
const MOST_VALUES = 30;
/** Deeper than any of our bodies; stops at schemas that contain themselves. */
const DEEPEST = 4;

/** Who writes an object. Marks the required members of a request, or the optional members of an answer. */
type Side = 'given' | 'answered';

/** Renders the members of an object, with nested members below them. */
export function membersOf(schemas: Schemas, given: Schema, side: Side, depth = 0): Html {
  const { properties = {}, required = [] } = resolved(schemas, given);
  const members = Object.entries(properties).map(([name, member]) => {
    const inner = withMembers(schemas, member);
    return html`<li>
      <p class="member">
        <code>${name}</code> <span class="type">${typeOf(schemas, member)}</span>
        ${MARKS[side][required.includes(name) ? 'always' : 'sometimes']}
      </p>
      ${descriptionOf(schemas, member)}
      ${inner && depth < DEEPEST && membersOf(schemas, inner, side, depth + 1)}
    </li>`;
  });
  return members.length === 0
    ? html``
    : html`<ul class="members">
        ${joined(members)}
      </ul>`;
}

const MARKS: Readonly<Record<Side, { always?: Html; sometimes?: Html }>> = {
  given: { always: html`<span class="required">required</span>` },
  answered: { sometimes: html`<span class="type">· not always</span>` },
};

/** Renders the description of a value and its constraints. */
export function descriptionOf(schemas: Schemas, member: Schema): Html {
  const rules = rulesOf(resolved(schemas, member));
  return html`${member.description !== undefined && html`<p>${withCode(member.description)}</p>`}
  ${rules.length > 0 && html`<p class="rules">${joined(rules, '; ')}</p>`}
  ${patternOf(resolved(schemas, member))}`;
}

/** Returns the type as JSON Schema names it, or the format of a string. */
export function typeOf(schemas: Schemas, given: Schema): string {
  const { type, format, items, anyOf } = resolved(schemas, given);
  if (items !== undefined) return `array of ${typeOf(schemas, items)}`;
  if (anyOf !== undefined) {
    return [...new Set(anyOf.map((each) => typeOf(schemas, each)))].join(' or ');
  }
  return type === 'string' && format !== undefined ? format : (type ?? 'any');
}

export function resolved(schemas: Schemas, given: Schema): Schema {
  if (given.$ref === undefined) return given;
  return { ...schemas[nameIn(given.$ref)], ...given };
}

/** Returns the object that a member is or is an array of. */
function withMembers(schemas: Schemas, member: Schema): Schema | undefined {
  const { items, properties } = resolved(schemas, member);
  if (items !== undefined) return withMembers(schemas, items);
  return properties && member;
}

const RULES: readonly ((schema: Schema) => Html | false | undefined)[] = [
  ({ enum: values }) =>
    values &&
    values.length <= MOST_VALUES &&
    html`one of
    ${joined(
      values.map((value) => html`<code>${value}</code>`),
      ', ',
    )}`,
  ({ const: value }) => value !== undefined && html`always <code>${JSON.stringify(value)}</code>`,
  ({ default: taken }) =>
    taken !== undefined && html`<code>${JSON.stringify(taken)}</code> if left out`,
  ({ minimum }) => minimum !== undefined && html`at least ${minimum}`,
  ({ exclusiveMinimum: above }) => above !== undefined && html`above ${above}`,
  ({ maximum }) => maximum !== undefined && html`at most ${maximum}`,
  ({ exclusiveMaximum: below }) => below !== undefined && html`below ${below}`,
  ({ minLength: least }) => least !== undefined && html`at least ${least} characters`,
  ({ maxLength: most }) => most !== undefined && html`at most ${most} characters`,
  ({ maxItems: most }) => most !== undefined && html`at most ${most} of them`,
];

/** Renders a pattern in words, with the expression in a fold-out. */
function patternOf({ pattern, format, items }: Schema): Html | undefined {
  if (items !== undefined) return patternOf(items);
  if (pattern === undefined || format !== undefined) return undefined;
  return html`<details class="pattern">
    <summary>${PATTERN_WORDS[pattern] ?? 'a pattern'}</summary>
    <code>${pattern}</code>
  </details>`;
}

function rulesOf(schema: Schema): Html[] {
  const rules = RULES.map((rule) => rule(schema)).filter(
    (rule) => rule !== undefined && rule !== false,
  );
  return schema.items === undefined ? rules : [...rules, ...rulesOf(schema.items)];
}
