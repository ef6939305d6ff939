import { createServer, type RequestListener } from 'node:http';
import { listen } from '../../tests/support/network/listen.ts';

/** Starts a merchant's webhook receiver on a free port. */
export async function startReceiver(
  answer: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { baseUrl, close } = await listen(createServer(answer));
  return { url: `${baseUrl}/`, close };
}
