import { RequestFailed } from '../../../src/contract/client/result.ts';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Settings } from '../cli/settings.ts';
import { holdsCardLike } from './card-like.ts';
import { createMerchant, type Merchant } from '../sandbox/shop.ts';
import { AnswerLost, SANDBOX_TOOLS, TOOLS, type Tool } from './tools.ts';

const TEST_KEY = 'tg_test_';
const VERSION = '1';

/** Serves the Model Context Protocol over standard input and output, until the client disconnects. */
export async function serve(settings: Settings, signal: AbortSignal): Promise<void> {
  const server = new McpServer({ name: 'tollgate', version: VERSION });
  const merchant = createMerchant(settings);
  const isTest = settings.api_secret.startsWith(TEST_KEY);
  const tools = { ...TOOLS, ...(isTest && SANDBOX_TOOLS) };
  for (const [name, tool] of Object.entries(tools)) {
    server.registerTool(
      name,
      {
        description: tool.description,
        inputSchema: tool.input,
        annotations: { readOnlyHint: tool.readOnly },
      },
      (input: Record<string, unknown>) => answer(tool, merchant, input),
    );
  }
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  await server.connect(transport);
  refuseCards(transport);
  await closed;
  await server.close();
}

interface Answer {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

async function answer(
  tool: Tool,
  merchant: Merchant,
  input: Record<string, unknown>,
): Promise<Answer> {
  try {
    return textAnswer(await tool.run(merchant, input));
  } catch (error) {
    // Other errors may quote their input.
    if (!(error instanceof RequestFailed)) return refused('The call failed.');
    const { problem, cause, effect } = error.failure;
    const repeat = error instanceof AnswerLost && {
      reference_id: error.referenceId,
      next: 'Call again with this reference_id: nothing is made twice under it.',
    };
    return refused(JSON.stringify({ ...(problem ?? { cause, effect }), ...repeat }));
  }
}

/** Checks calls for card numbers before anything else reads them, including members that no tool declares. */
function refuseCards(transport: StdioServerTransport): void {
  const receive = transport.onmessage;
  transport.onmessage = (message) => {
    const isCall = 'method' in message && message.method === 'tools/call' && 'id' in message;
    if (!isCall || !holdsCardLike(message.params)) {
      receive?.(message);
      return;
    }
    void transport.send({ jsonrpc: '2.0', id: message.id, result: refused(NO_CARDS) });
  };
}

const NO_CARDS =
  'This looks like a card number. Do not send card numbers here: give the order’s pay_url to the payer.';

function textAnswer(value: unknown): Answer {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return { content: [{ type: 'text', text }] };
}

function refused(text: string): Answer {
  return { ...textAnswer(text), isError: true };
}
