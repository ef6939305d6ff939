/** The built page in a process of its own, configured by its environment: tells its port, and ends with its parent. */
import { createServer, type RequestListener } from 'node:http';

const built: unknown = await import(new URL('../../build/handler.js', import.meta.url).href);
if (!isBuilt(built)) throw new Error('The page is not built: npm run build');

const server = createServer(built.handler).listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});
process.on('disconnect', () => process.exit());

function isBuilt(module: unknown): module is { handler: RequestListener } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'handler' in module &&
    typeof module.handler === 'function'
  );
}
