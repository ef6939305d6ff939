/** WebDriver BiDi, the protocol that a browser speaks without a driver: w3.org/TR/webdriver-bidi. */
import { z } from 'zod';

export interface Bidi {
  /** Sends one command; throws what the browser says against it. */
  call<T>(method: string, params: object, result: z.ZodType<T>): Promise<T>;
}

const answer = z.object({
  id: z.number(),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
});

type Answer = z.infer<typeof answer>;

export async function connectBidi(url: string): Promise<Bidi> {
  const socket = await openSocket(url);
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { success, data: received } = answer.safeParse(JSON.parse(String(data)));
    // What has no id is an event, and refers to no command.
    if (success) waiting.get(received.id)?.(received);
  });
  const call: Bidi['call'] = async (method, params, result) => {
    const id = (lastId += 1);
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result: value } = await answered;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message ?? ''}`);
    return result.parse(value);
  };
  await call('session.new', { capabilities: {} }, z.unknown());
  return { call };
}

function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => {
      resolve(socket);
    });
    socket.addEventListener('error', () => {
      reject(new Error(`No connection to ${url}`));
    });
  });
}
