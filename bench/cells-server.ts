/**
 * The service alone, with MERCHANTS merchants spread over its cells. Writes them to `merchants.json` in its data
 * directory.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cells } from '#service/platform/cells/cells.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { createService } from '#service/service.ts';
import { readConfig } from '#service/start.ts';
import { apiListener } from '../src/server/dispatch.ts';
import { createHttpServer } from '../src/server/http-server.ts';
import { merchantIn } from '../tests/support/orders/merchant-in-cell.ts';

const config = readConfig(process.env);
if (config.mode !== 'service') throw new Error('This process is a service');
let contexts: Cells<ServiceContext> | undefined;
const service = await createService(config, {
  onContexts: (made) => {
    contexts = made;
  },
});
const all = contexts?.all ?? [];
const merchants = [];
for (let n = 0; n < Number(process.env['MERCHANTS'] ?? '1'); n += 1) {
  const context = all[n % all.length];
  if (context !== undefined) merchants.push(await merchantIn(context));
}
await writeFile(join(config.dataDirectory, 'merchants.json'), JSON.stringify(merchants));

const { answerBroken } = service;
const { server } = createHttpServer(apiListener(service.fetch, answerBroken), answerBroken);
server.listen(config.port, '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void service.close().then(() => process.exit(0));
});
