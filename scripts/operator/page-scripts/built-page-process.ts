/**
 * Runs the built page in a separate process, configured by its environment. Sends its address to its parent, and
 * exits with it.
 */
import { createServer } from 'node:http';
import { BUILD_FOLDER, importHandler } from '../../../src/server/built-page.ts';

const handler = await importHandler(new URL('handler.js', BUILD_FOLDER).href);

const server = createServer(handler).listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});
process.on('disconnect', () => process.exit());
