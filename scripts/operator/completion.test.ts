import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { describeCommand } from '#service/operator/command-options.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { completionScript } from './completion.ts';

const commands = Object.entries(OPERATOR_COMMANDS).map(([name, command]) =>
  describeCommand(name, command),
);
const script = completionScript(commands, '/opt/a project');

/** What bash offers behind these words, of which the last is being typed. */
function offered(...words: string[]): string[] {
  const line = ['operator', ...words];
  const typed = line.map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(${typed}) COMP_CWORD=${line.length - 1}; _operator; echo "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['-c', `${script}\n${asked}`], { encoding: 'utf8' });
  return printed.split(/\s+/).filter(Boolean);
}

describe('bash', () => {
  it('completes nouns, and what is no noun', () => {
    expect(offered('mer')).toEqual(['merchants']);
    expect(offered('')).toEqual(expect.arrayContaining(['apply', 'completion', 'people']));
  });

  it('completes the verbs of a noun', () => {
    expect(offered('keys', 'r')).toEqual(expect.arrayContaining(['rotate', 'revoke']));
    expect(offered('completion', '')).toEqual(['bash', 'zsh']);
  });

  it('completes the options of a command, and the words that one takes', () => {
    expect(offered('keys', 'rotate', '--o')).toEqual(['--overlap_hours']);
    expect(offered('keys', 'rotate', '--kind', '')).toEqual(['live', 'test']);
    expect(offered('keys', 'rotate', '--key', '')).toEqual([]);
    expect(offered('keys', 'rotate', '--json', '--k')).toEqual(['--key', '--kind']);
  });

  it('leaves files to the shell', () => {
    expect(offered('apply', '')).toEqual([]);
    expect(offered('apply', 'deployment.yaml', '--dry')).toEqual(['--dry-run']);
  });
});
