import { createServer, type RequestListener } from 'node:http';
import { listen } from '../../tests/support/network/listen.ts';

/** A merchant's receiver of webhooks, on a port of its own. */
export async function startReceiver(
  answer: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { baseUrl, close } = await listen(createServer(answer));
  return { url: `${baseUrl}/`, close };
}
