import { describe, expect, it } from 'vitest';
import { Html } from './html.ts';
import { createSearch, MAX_QUERY } from './search.ts';

const search = createSearch([
  {
    path: '/docs/payments',
    title: 'Payments',
    content: new Html(
      '<p>A payin is paid on the page.</p>' +
        '<h2 id="card-data"><a class="anchor" href="#card-data">Card data</a></h2>' +
        '<p>Sent with <code>order_id</code> &amp; signed. Repeat the <wbr>webhook.</p>' +
        '<pre><code>curl needle</code></pre>',
    ),
  },
  {
    path: '/docs/webhooks',
    title: 'Webhooks',
    content: new Html('<p>A webhook says how an order ended.</p>'),
  },
]);

function paths(query: string) {
  return search(query).map(({ path }) => path);
}

describe('the search of the docs', () => {
  it('finds the section of a page, with an excerpt', () => {
    expect(search('signed')).toEqual([
      {
        path: '/docs/payments#card-data',
        page: 'Payments',
        heading: 'Card data',
        excerpt: 'Sent with order_id & signed. Repeat the webhook.',
      },
    ]);
  });

  it.each([
    ['webhook', ['/docs/webhooks', '/docs/payments#card-data']],
    ['webhooks ended', ['/docs/webhooks']],
    ['WEBH', ['/docs/webhooks', '/docs/payments#card-data']],
    ['order_id', ['/docs/payments#card-data']],
    ['order id', ['/docs/payments#card-data']],
    ['card', ['/docs/payments#card-data']],
    ['webhok', ['/docs/webhooks', '/docs/payments#card-data']],
    ['ewbhook', ['/docs/webhooks', '/docs/payments#card-data']],
    ['webhookks', ['/docs/webhooks']],
    ['wehbook endet', ['/docs/webhooks']],
    ['pymentss', ['/docs/payments']],
    ['wbhkoks', []],
    ['crd', []],
    ['webhook nowhere', []],
    ['needle', []],
    ['  ?!', []],
    ['', []],
  ])('answers %j with the sections that have all of its words, titles first', (query, expected) => {
    expect(paths(query)).toEqual(expected);
  });

  it('reads no more than the maximum length of a query', () => {
    expect(paths(`webhook${' '.repeat(MAX_QUERY)}nowhere`)).toHaveLength(2);
  });
});
