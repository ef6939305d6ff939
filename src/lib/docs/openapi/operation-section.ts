import { highlight, html, joined, withCode, type Html } from '../html.ts';
import { samplesBlock, type PlaceOnPage } from '../samples.ts';
import { exampleOf } from './example-call.ts';
import { membersOf, resolved, descriptionOf, typeOf } from './members.ts';
import {
  nameIn,
  type Answer,
  type Document,
  type Example,
  type Operation,
  type Schema,
} from './read-document.ts';
import { writeCall } from './write-call.ts';

interface Parts {
  document: Document;
  operation: Operation;
  place: PlaceOnPage;
}

/** Renders an operation: an example call, its parameters and body, its answer, and its refusals. */
export function operationSection(parts: Parts): Html {
  const { operation, place } = parts;
  const { operationId: id, summary, description } = operation;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}"><a class="anchor" href="#${id}">${summary}</a></h2>
    <p class="target"><code>${operation.method} ${operation.path}</code></p>
    <p>${withCode(description)}</p>
    ${samplesBlock(writeCall(exampleOf(operation)), { ...place, id: `${id}-call` })}
    ${parametersPart(parts)} ${bodyPart(parts)} ${answerPart(parts)} ${refusalsPart(parts)}
  </section>`;
}

/** Renders a webhook. Its headers and body are those of the request that a receiver gets. */
export function webhookSection(parts: Parts): Html {
  const { operation } = parts;
  const { operationId: id, summary, description } = operation;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}"><a class="anchor" href="#${id}">${summary}</a></h2>
    <p class="target"><code>POST</code> to your address</p>
    <p>${withCode(description)}</p>
    ${parametersPart(parts)} ${bodyPart(parts)}
    <h3>What to answer</h3>
    <ul>
      ${Object.entries(operation.responses).map(
        ([status, { description: meaning }]) =>
          html`<li><code>${status}</code> ${withCode(meaning)}</li>`,
      )}
    </ul>
  </section>`;
}

function parametersPart({ document, operation }: Parts): Html | false {
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
              ${descriptionOf(schemas, { ...schema, description })}
            </li>`,
        )}
      </ul>`
  );
}

function bodyPart({ document, operation: { requestBody } }: Parts): Html | undefined {
  const body = requestBody?.content['application/json'];
  if (requestBody === undefined || body === undefined) return undefined;
  return html`<h3>Body</h3>
    <p>${withCode(requestBody.description)}</p>
    ${shapeOf(document, body.schema)} ${examplesPart(body.examples)}`;
}

function answerPart({ document, operation: { responses } }: Parts): Html | undefined {
  const answer = responses['200'];
  if (answer === undefined) return undefined;
  const body = answer.content?.['application/json'];
  return html`<h3>Answer</h3>
    <p>${withCode(answer.description)}</p>
    ${body && shapeOf(document, body.schema)} ${body && examplesPart(body.examples)}`;
}

/** Renders the shape of a body. Answers link to their object's description, which the page shows once, below. */
function shapeOf({ components: { schemas } }: Document, given: Schema): Html {
  const options = given.anyOf ?? [given];
  const named = objectsIn(given);
  const isGiven = named.some((name) => name.endsWith('Request'));
  if (isGiven) return membersOf(schemas, given, 'given');
  if (named.length === 0) return membersOf(schemas, given, 'answered');
  const links = named.map((name) => html`<a href="#${name}">${name}</a>`);
  const kind = resolved(schemas, options[0] ?? given).items === undefined ? '' : 'An array of ';
  return html`<p class="shape">${kind}${joined(links, ' or ')}.</p>`;
}

/** Returns the names of the objects that a body is, is one of, or is a list of. */
export function objectsIn({ anyOf, ...given }: Schema): string[] {
  return (anyOf ?? [given]).flatMap((option) => referenceIn(option) ?? []);
}

function referenceIn({ $ref, items }: Schema): string | undefined {
  return $ref === undefined ? items && referenceIn(items) : nameIn($ref);
}

function examplesPart(examples: Record<string, Example>): Html[] {
  return Object.values(examples).map(
    ({ summary, value }) =>
      html`<details>
        <summary>${summary}</summary>
        <pre tabindex="0"><code>${highlight(JSON.stringify(value, null, 2))}</code></pre>
      </details>`,
  );
}

function refusalsPart({ document, operation: { responses } }: Parts): Html {
  const refusals = Object.entries(responses).filter(([status]) => status !== '200');
  return html`<h3>Refusals</h3>
    <ul class="refusals">
      ${refusals.map(([status, given]) => {
        const answer = refusalIn(document, given);
        return html`<li>
          <code>${status}</code> ${withCode(answer.description)} ${problemsIn(answer)}
        </li>`;
      })}
    </ul>`;
}

function refusalIn({ components }: Document, { $ref, ...own }: Answer): Answer {
  return ($ref === undefined ? undefined : components.responses[nameIn($ref)]) ?? own;
}

/** Renders links to the reference section of each problem in the examples. */
function problemsIn({ content }: Answer): Html[] {
  const examples = Object.values(content?.['application/problem+json']?.examples ?? {});
  const anchors = new Set(examples.map(({ value }) => anchorIn(value)));
  return [...anchors].map((anchor) => html` <a href="/docs/problems#${anchor}">${anchor}</a>`);
}

function anchorIn(problem: unknown): string {
  return /"type":"[^"]*#([\w-]+)"/.exec(JSON.stringify(problem))?.[1] ?? '';
}
