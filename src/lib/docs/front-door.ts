import { Html, html } from './html.ts';

export interface FrontDoor {
  styles: string;
  isSandbox: boolean;
  /** Whether the documentation is served here. */
  hasDocs: boolean;
  /** Only in a sandbox. */
  consoleUrl: string | undefined;
  /** Whose service this is, and where to ask. */
  name: string | undefined;
  supportUrl: string | undefined;
}

/** Renders the page at `/`: in a sandbox where everything is, otherwise whose service this is. */
export function frontDoor(door: FrontDoor): Html {
  const title = door.isSandbox ? 'Tollgate sandbox' : (door.name ?? 'Payments');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${new Html(`<style>${door.styles}</style>`)}
      </head>
      <body>
        <main id="content">
          <article>
            <h1>${title}</h1>
            ${door.isSandbox ? sandboxContent(door) : liveContent(door)}
          </article>
        </main>
      </body>
    </html> `;
}

function sandboxContent({ consoleUrl }: FrontDoor): Html {
  return html`<p>No money moves here.</p>
    <ul class="topics">
      ${topic('/shop', 'Demo shop', 'Buy something, with test cards and every other payment source.')}
      ${topic('/docs', 'Documentation', 'Guides, and every operation with its fields and examples.')}
      ${consoleUrl !== undefined && topic(consoleUrl, 'Console', 'Orders, merchants, balances and settings, as an operator sees them. Sign in with the link that the start printed.')}
      ${topic('/docs/quick-start', 'Keys', 'They are in sandbox.json, in the data folder. Opened on the machine that runs the sandbox, the quick start shows them.')}
    </ul>`;
}

function topic(path: string, title: string, description: string): Html {
  return html`<li>
    <h2><a href="${path}">${title}</a></h2>
    <p>${description}</p>
  </li>`;
}

function liveContent({ name, supportUrl, hasDocs }: FrontDoor): Html {
  return html`<p>
      ${name === undefined ? 'This is a payment service.' : `This is the payment service of ${name}.`}
      To pay, use the link that the shop gave you.
    </p>
    ${supportUrl !== undefined && html`<p><a href="${supportUrl}">Ask for help</a></p>`}
    ${hasDocs && html`<p>For developers: <a href="/docs">documentation</a></p>`}`;
}
