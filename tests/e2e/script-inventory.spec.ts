import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { expect, test } from './fixtures.ts';

const ROOT = join(import.meta.dirname, '../..');

const verify = (...urls: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const program = ['scripts/scripts-verify.ts', ...urls];
    execFile(process.execPath, program, { cwd: ROOT }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });

test('a live page runs what the inventory lists, and nothing else', async ({
  app,
  createOrder,
}) => {
  const order = await createOrder();
  const { code, output } = await verify(order.pay_url, `${app.url}/pay/nothing`);
  expect(output).not.toContain('TAMPERED');
  expect(code).toBe(0);
});

test('a page that was tampered with is found out', async ({ createOrder }) => {
  const order = await createOrder();
  const html = await (await fetch(order.pay_url)).text();
  const server = createServer((_request, response) => {
    const skimmed = html.replace(
      '</body>',
      '<script src="https://skimmer.test/s.js"></script><script>steal()</script><b onclick="steal()"></b></body>',
    );
    response.setHeader('content-type', 'text/html').end(skimmed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { code, output } = await verify(`http://127.0.0.1:${port}/`);
  server.closeAllConnections();
  server.close();
  expect(code).toBe(1);
  expect(output).toContain('A script of another origin: https://skimmer.test');
  expect(output).toContain('Not what the inventory says: inline');
  expect(output).toContain('Code outside of scripts');
  expect(output).toContain("The policy lacks default-src 'none'");
});
