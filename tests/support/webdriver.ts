/** WebDriver over HTTP: w3.org/TR/webdriver. */
import { z } from 'zod';

export interface WebDriver {
  /** Sends one command of the session; throws what the driver says against it. */
  call<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: object | undefined,
    value: z.ZodType<T>,
  ): Promise<T>;
  end(): Promise<void>;
}

const COMMAND_TIMEOUT_MS = 20_000;

/** Opens a browser with these capabilities, through a driver that was just started at the URL. */
export async function startSession(url: string, capabilities: object): Promise<WebDriver> {
  await untilListening(url);
  const body = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = await ask(url, 'POST', '/session', body, session);
  const call: WebDriver['call'] = (method, path, ...rest) =>
    ask(url, method, `/session/${sessionId}${path}`, ...rest);
  return {
    call,
    end: async () => {
      await call('DELETE', '', undefined, z.unknown());
    },
  };
}

const session = z.object({ sessionId: z.string() });
const answer = z.object({ value: z.unknown() });

async function ask<T>(
  url: string,
  method: string,
  path: string,
  body: object | undefined,
  value: z.ZodType<T>,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
  });
  const answered = answer.parse(await response.json());
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answered.value)}`);
  return value.parse(answered.value);
}

async function untilListening(url: string): Promise<void> {
  const deadlineMs = performance.now() + COMMAND_TIMEOUT_MS;
  for (;;) {
    try {
      await fetch(`${url}/status`);
      return;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
