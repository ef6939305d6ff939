import { highlight } from '../highlight.ts';
import { html, joined, type Html } from '../html.ts';
import { samplesBlock, type PlaceOnPage } from '../samples.ts';
import { exampleCall } from './example-call.ts';
import { membersOf, resolved, saidOf, typeOf } from './members.ts';
import { inSentence } from './said.ts';
import { writeCall } from './write-call.ts';
import {
  nameIn,
  type Answer,
  type Document,
  type Example,
  type Operation,
  type Schema,
} from './read-document.ts';

interface Parts {
  document: Document;
  operation: Operation;
  place: PlaceOnPage;
}

/** One operation: what it takes, what it answers, by which it refuses, and how it is called. */
export const operationSection = (parts: Parts): Html => {
  const { operation, place } = parts;
  const { operationId: id, summary, description } = operation;
  const call = exampleCall(operation);
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}"><a class="anchor" href="#${id}">${summary}</a></h2>
    <p class="target"><code>${operation.method} ${operation.path}</code></p>
    <p>${inSentence(description)}</p>
    ${samplesBlock(writeCall(call), { ...place, id: `${id}-call` })} ${parametersPart(parts)}
    ${bodyPart(parts)} ${answerPart(parts)} ${refusalsPart(parts)}
  </section>`;
};

/** What we send: its headers and body are those of the request that a receiver gets. */
export const webhookSection = (parts: Parts): Html => {
  const { operation } = parts;
  const { operationId: id, summary, description } = operation;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}"><a class="anchor" href="#${id}">${summary}</a></h2>
    <p class="target"><code>POST</code> to your address</p>
    <p>${inSentence(description)}</p>
    ${parametersPart(parts)} ${bodyPart(parts)}
    <h3>What to answer</h3>
    <ul>
      ${Object.entries(operation.responses).map(
        ([status, says]) => html`<li><code>${status}</code> ${inSentence(says.description)}</li>`,
      )}
    </ul>
  </section>`;
};

const parametersPart = ({ document, operation }: Parts): Html | false => {
  const { schemas } = document.components;
  const { parameters } = operation;
  return (
    parameters.length > 0 &&
    html`<h3>Parameters</h3>
      <ul class="members">
        ${parameters.map(
          ({ name, in: where, required, description, schema }) =>
            html`<li>
              <p class="member">
                <code>${name}</code> <span class="type">${where}, ${typeOf(schemas, schema)}</span>
                ${required && html`<span class="required">required</span>`}
              </p>
              ${saidOf(schemas, { ...schema, description })}
            </li>`,
        )}
      </ul>`
  );
};

const bodyPart = ({ document, operation: { requestBody } }: Parts): Html | undefined => {
  const body = requestBody?.content['application/json'];
  if (requestBody === undefined || body === undefined) return undefined;
  return html`<h3>Body</h3>
    <p>${inSentence(requestBody.description)}</p>
    ${shapeOf(document, body.schema)} ${examplesPart(body.examples)}`;
};

const answerPart = ({ document, operation: { responses } }: Parts): Html | undefined => {
  const answer = responses['200'];
  if (answer === undefined) return undefined;
  const body = answer.content?.['application/json'];
  return html`<h3>Answer</h3>
    <p>${inSentence(answer.description)}</p>
    ${body && shapeOf(document, body.schema)} ${body && examplesPart(body.examples)}`;
};

/** What orders are is said once a page: every operation answers them. */
const shapeOf = ({ components: { schemas } }: Document, given: Schema): Html => {
  const options = given.anyOf ?? [given];
  const named = options.flatMap((option) => referenceIn(option) ?? []);
  const isGiven = named.some((name) => name.endsWith('Request'));
  if (isGiven) return membersOf(schemas, given, 'given');
  if (named.length === 0) return membersOf(schemas, given, 'answered');
  const links = named.map((name) => html`<a href="#${name}">${name}</a>`);
  const kind = resolved(schemas, options[0] ?? given).items === undefined ? '' : 'An array of ';
  return html`<p class="shape">${kind}${joined(links, ' or ')}.</p>`;
};

export const referenceIn = ({ $ref, items }: Schema): string | undefined =>
  $ref === undefined ? items && referenceIn(items) : nameIn($ref);

const examplesPart = (examples: Record<string, Example>): Html[] =>
  Object.values(examples).map(
    ({ summary, value }) =>
      html`<details>
        <summary>${summary}</summary>
        <pre tabindex="0"><code>${highlight(JSON.stringify(value, null, 2))}</code></pre>
      </details>`,
  );

const refusalsPart = ({ document, operation: { responses } }: Parts): Html => {
  const refusals = Object.entries(responses).filter(([status]) => status !== '200');
  return html`<h3>Refusals</h3>
    <ul class="refusals">
      ${refusals.map(([status, given]) => {
        const answer = refusalIn(document, given);
        return html`<li>
          <code>${status}</code> ${inSentence(answer.description)} ${problemsIn(answer)}
        </li>`;
      })}
    </ul>`;
};

const refusalIn = ({ components }: Document, { $ref, ...own }: Answer): Answer =>
  ($ref === undefined ? undefined : components.responses[nameIn($ref)]) ?? own;

/** Each problem that an example shows, with its section of the reference. */
const problemsIn = ({ content }: Answer): Html[] => {
  const examples = Object.values(content?.['application/problem+json']?.examples ?? {});
  const anchors = new Set(examples.map(({ value }) => anchorIn(value)));
  return [...anchors].map((anchor) => html` <a href="/docs/problems#${anchor}">${anchor}</a>`);
};

const anchorIn = (problem: unknown): string =>
  /"type":"[^"]*#([\w-]+)"/.exec(JSON.stringify(problem))?.[1] ?? '';
