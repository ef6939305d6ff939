import { html, joined, paragraphs, withCode, type Html } from '../html.ts';
import type { PlaceOnPage } from '../samples.ts';
import { membersOf, resolved } from './members.ts';
import { objectsIn, operationSection, webhookSection } from './operation-section.ts';
import { operationsIn, readDocuments, type Document, type Operation } from './read-document.ts';

/** A page of the reference: the operations of one tag. */
export interface ReferencePage {
  title: string;
  sections: { id: string; title: string }[];
  render: (place: Omit<PlaceOnPage, 'id'>) => Html;
}

/** Returns the pages of the reference, by the last part of their path. */
export function referencePages(serverUrl: string): Record<string, ReferencePage> {
  const { orders, developer } = readDocuments(serverUrl);
  const pageOfTag = (document: Document, name: string) =>
    pageOf(
      document,
      name,
      operationsIn(document.paths).filter(({ tags }) => tags.includes(name)),
    );
  return {
    payins: pageOfTag(orders, 'Payins'),
    payouts: pageOfTag(orders, 'Payouts'),
    balances: pageOfTag(orders, 'Balances'),
    refunds: pageOfTag(developer, 'Refunds'),
    disputes: pageOfTag(developer, 'Disputes'),
    links: pageOfTag(developer, 'Links'),
    payments: pageOfTag(developer, 'Payments'),
    events: webhooksPage([orders, developer]),
    tools: pageOf(
      developer,
      'Developer API',
      operationsIn(developer.paths).filter(({ tags }) => !tags.some((tag) => OWN_PAGES.has(tag))),
    ),
  };
}

/** Tags of the developer API with a page of their own. */
const OWN_PAGES = new Set(['Refunds', 'Disputes', 'Links', 'Payments']);

function pageOf(
  document: Document,
  title: string,
  operations: readonly Operation[],
): ReferencePage {
  const description = document.tags.find(({ name }) => name === title)?.description;
  const objects = answeredBy(document, operations);
  return {
    title,
    sections: sectionsOf(operations, objects),
    render: (place) =>
      html`${
          description === undefined
            ? paragraphs(document.info.description)
            : html`<p>${withCode(description)}</p>`
        }
        <p>
          Examples run as they are in a sandbox. They use the files <code>tollgate.*</code>, which
          signs and sends, and <code>pay.*</code>, which makes a payment, of the
          <a href="/docs/quick-start#1-make-a-payment">quick start</a>.
        </p>
        ${operations.map((operation) =>
          operationSection({ document, operation, place: { ...place, id: '' } }),
        )}
        ${objectsPart(document, objects)}`,
  };
}

function webhooksPage(documents: readonly Document[]): ReferencePage {
  const sent = documents.map((document) => {
    const operations = operationsIn(document.webhooks);
    return { document, operations, objects: [...new Set(operations.flatMap(shapesSent))] };
  });
  return {
    title: 'Webhook requests',
    sections: sectionsOf(
      sent.flatMap(({ operations }) => operations),
      sent.flatMap(({ objects }) => objects),
    ),
    render: (place) =>
      html`${sent.map(({ document, operations }) =>
        joined(
          operations.map((operation) =>
            webhookSection({ document, operation, place: { ...place, id: '' } }),
          ),
        ),
      )}
      ${sent.map(({ document, objects }) => objectsPart(document, objects))}`,
  };
}

function sectionsOf(operations: readonly Operation[], objects: readonly string[]) {
  return [
    ...operations.map(({ operationId: id, summary: title }) => ({ id, title })),
    ...objects.map((name) => ({ id: name, title: name })),
  ];
}

function shapesSent({ requestBody }: Operation): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  return schema === undefined ? [] : objectsIn(schema);
}

/** Returns the names of the objects in the operations' answers, including the items of lists. */
function answeredBy(
  { components: { schemas } }: Document,
  operations: readonly Operation[],
): string[] {
  const answered = operations.flatMap(({ responses }) => {
    const schema = responses['200']?.content?.['application/json']?.schema;
    return schema === undefined ? [] : objectsIn(schema);
  });
  const listed = answered.flatMap((name) => {
    const content = resolved(schemas, schemas[name] ?? {}).properties?.['content'];
    return content === undefined ? [] : objectsIn(content);
  });
  return [...new Set([...answered, ...listed])];
}

function objectsPart({ components: { schemas } }: Document, names: readonly string[]): Html {
  return joined(
    names.map((name) => {
      const schema = schemas[name] ?? {};
      return html`<section aria-labelledby="${name}">
        <h2 id="${name}"><a class="anchor" href="#${name}">${name}</a></h2>
        <p>${withCode(schema.description ?? '')}</p>
        ${membersOf(schemas, schema, 'answered')}
      </section>`;
    }),
  );
}
