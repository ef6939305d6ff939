/** Sends requests at a steady concurrency over kept-alive connections, as a proxy does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface PlainRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface PlainAnswer {
  status: number;
  headers: IncomingHttpHeaders;
}

export interface Load {
  sent: number;
  /** Errors, and answers other than 200, one per line. */
  failures: string[];
}

interface LoadOptions {
  /**
   * The servers, used in turn. If a new connection is refused or reset, the next server gets the request, as with a
   * proxy.
   */
  baseUrls: readonly string[];
  connections: number;
  /** Makes the nth request, just before it is sent because signatures expire. */
  make: (n: number) => PlainRequest;
  /** Whether to send one more. */
  goOn: (sent: number) => boolean;
  /** How long a connection rests after an answer; 0 by default. */
  restMs?: number;
}

const REQUEST_TIMEOUT_MS = 30_000;

export async function steadyLoad({
  baseUrls,
  connections,
  make,
  goOn,
  restMs = 0,
}: LoadOptions): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const load: Load = { sent: 0, failures: [] };
  const sender = async () => {
    while (goOn(load.sent)) {
      const n = load.sent;
      load.sent += 1;
      const plain = make(n);
      try {
        const { status } = await sendToOne(agent, rotated(baseUrls, n), plain);
        if (status !== 200) load.failures.push(`${plain.method} ${plain.path}: ${status}`);
      } catch (error) {
        load.failures.push(`${plain.method} ${plain.path}: ${String(error)}`);
      }
      if (restMs > 0) await sleep(restMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  agent.destroy();
  return load;
}

/**
 * Thrown if a new connection fails: the next server then gets the request. A cut of a connection that was in use
 * before is a failure, which the drill looks for.
 */
class NotConnected extends Error {
  override name = 'NotConnected';
}

function rotated(baseUrls: readonly string[], n: number): string[] {
  const at = n % baseUrls.length;
  return [...baseUrls.slice(at), ...baseUrls.slice(0, at)];
}

async function sendToOne(
  agent: Agent,
  [baseUrl = '', ...others]: string[],
  plain: PlainRequest,
): Promise<PlainAnswer> {
  try {
    return await sendPlain(agent, baseUrl, plain);
  } catch (error) {
    if (!(error instanceof NotConnected) || others.length === 0) throw error;
    return sendToOne(agent, others, plain);
  }
}

function sendPlain(
  agent: Agent,
  baseUrl: string,
  { method, path, headers = {}, body = '' }: PlainRequest,
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, baseUrl);
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      url,
      { agent, method, headers: { ...headers, ...length }, timeout: REQUEST_TIMEOUT_MS },
      (incoming) => {
        incoming.resume().on('error', reject);
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('No answer in time')));
    outgoing.on('error', (error) => {
      const inVain = 'code' in error && /^ECONN(REFUSED|RESET)$/.test(String(error.code));
      reject(inVain && !outgoing.reusedSocket ? new NotConnected(error.message) : error);
    });
    outgoing.end(body);
  });
}
