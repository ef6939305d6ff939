import { SANDBOX, type Declare, type SandboxOption } from './command.ts';
import { readSettings } from './settings.ts';

export const declareMcp: Declare = (program, line, ends) => {
  program
    .command('mcp')
    .description(
      'Serve the Model Context Protocol on standard input and output: orders and balances for agents.',
    )
    .addOption(SANDBOX)
    .action(
      ends(async ({ sandbox }: SandboxOption) => {
        const settings = readSettings(line, sandbox);
        // Loaded here, so that other commands do not pay for it.
        const { serve } = await import('../mcp/serve.ts');
        await serve(settings, line.signal);
        return 0;
      }),
    );
};
