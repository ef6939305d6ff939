import type { Command } from './command.ts';
import { readOptions } from './read-options.ts';
import { readSettings } from './settings.ts';

export const MCP: Command = {
  usage: 'mcp [--sandbox FILE]',
  summary:
    'Serve the Model Context Protocol over standard input and output: orders and balances for agents.',
  async run(line) {
    const { values } = readOptions(line.args, { sandbox: { type: 'string' } });
    const settings = readSettings(line, values.sandbox);
    // Nobody else pays for loading the protocol.
    const { serve } = await import('../mcp/serve.ts');
    await serve(settings, line.signal);
    return 0;
  },
};
