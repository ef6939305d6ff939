/** What the pages under /docs make of Markdown. */
import { expect, it } from 'vitest';
import { makeGuide } from '../../vite/markdown/make-guide.ts';

const blocksOf = async (markdown: string) =>
  (await makeGuide(`# A guide\n\n${markdown}`, (url) => url)).blocks;

it('takes blocks of one name for the same example in several languages', async () => {
  const markdown = '```sh pay\nsh pay.sh\n```\n\n```js pay\npay();\n```\n';
  expect(await blocksOf(markdown)).toEqual([
    {
      samples: [
        { language: 'sh', code: 'sh pay.sh' },
        { language: 'js', code: 'pay();' },
      ],
    },
  ]);
});

it('shows blocks without a name one below the other', async () => {
  const markdown = '```sh\nnpm install\n```\n\n```js\nimport {} from "x";\n```\n';
  expect(await blocksOf(markdown)).toMatchObject([
    { html: expect.stringContaining('npm install') as string },
    { html: expect.stringContaining('import') as string },
  ]);
});

it('lets long words of tables break where they are joined', async () => {
  const table =
    '| a |\n| - |\n| GET /api/merchant/v1/webhooks/{id}/resend and/or ACCESS_DENIED |\n';
  const [block] = await blocksOf(table);
  expect(block).toMatchObject({
    html: expect.stringContaining(
      '/<wbr>api/<wbr>merchant/<wbr>v1/<wbr>webhooks/<wbr>{id}/<wbr>resend and/or ACCESS_<wbr>DENIED',
    ) as string,
  });
});
