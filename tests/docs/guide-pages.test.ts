/** How the pages under /docs render Markdown. */
import { expect, it } from 'vitest';
import { makeGuide } from '../../vite/make-guide.ts';

function blocksOf(markdown: string) {
  return makeGuide(`# A guide\n\n${markdown}`, (url) => url).blocks;
}

it('treats blocks with one name as the same example in several languages', () => {
  const markdown = '```sh pay\nsh pay.sh\n```\n\n```js pay\npay();\n```\n';
  expect(blocksOf(markdown)).toEqual([
    {
      samples: [
        { language: 'sh', code: 'sh pay.sh' },
        { language: 'js', code: 'pay();' },
      ],
    },
  ]);
});

it('shows blocks without a name one below the other', () => {
  const markdown = '```sh\nnpm install\n```\n\n```js\nimport {} from "x";\n```\n';
  expect(blocksOf(markdown)).toMatchObject([
    { html: expect.stringContaining('npm install') as string },
    { html: expect.stringContaining('import') as string },
  ]);
});

it('lets long words in tables break at their joints', () => {
  const table =
    '| a |\n| - |\n| GET /api/merchant/v1/webhooks/{id}/resend and/or ACCESS_DENIED |\n';
  const [block] = blocksOf(table);
  expect(block).toMatchObject({
    html: expect.stringContaining(
      '/<wbr>api/<wbr>merchant/<wbr>v1/<wbr>webhooks/<wbr>{id}/<wbr>resend and/or ACCESS_<wbr>DENIED',
    ) as string,
  });
});

it.each(['<b>bold</b>', '<script>x()</script>', 'a <img src=x> b'])(
  'shows no HTML: %s',
  (markdown) => {
    expect(() => blocksOf(markdown)).toThrow('<');
  },
);

it('escapes text, code and addresses', () => {
  const [block] = blocksOf('a < b & "c" `<i>` [d](x?a&b)');
  expect(block).toEqual({
    html: '<p>a &lt; b &amp; &quot;c&quot; <code>&lt;i&gt;</code> <a href="x?a&amp;b">d</a></p>\n',
  });
});
