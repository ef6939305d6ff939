import type { Command } from 'commander';
import { Document, Scalar, visit } from 'yaml';
import { toVisible } from '#contract/visible-text.ts';
import { done, failed, type Ending, type Ends } from '../command-line.ts';
import { askService } from './ask-service.ts';

const DESCRIPTION = `Prints the whole deployment as YAML that apply takes.

Secrets are replaced by names of environment variables.`;

export function addExport(command: Command, ends: Ends): void {
  command
    .description(DESCRIPTION)
    .option('--json', 'print it as JSON')
    .action(ends((options: { json?: true }) => exportFile(options.json === true)));
}

async function exportFile(json: boolean): Promise<Ending> {
  const answer = await askService('export');
  if (!answer.ok) return failed(answer.message);
  return done(json ? JSON.stringify(answer.body, null, 2) : toYaml(answer.body));
}

/** Quotes texts with characters that are escaped when they are printed: only in quotes is the escape one. */
function toYaml(body: unknown): string {
  const document = new Document(body);
  visit(document, {
    Scalar(_, node) {
      const { value } = node;
      if (typeof value === 'string' && toVisible(value) !== value) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString().trimEnd();
}
