import { join } from 'node:path';
import { done, failed, wrongUsage, type Ending } from '../command-line.ts';
import { knownCommands, type ListedCommand } from './command-list.ts';

const USAGE = `npm run --silent operator -- completion bash    prints what bash completes commands by
npm run --silent operator -- completion zsh     the same for zsh

eval "$(npm run --silent operator -- completion bash)" defines the command operator, which runs in any
directory, and completes its nouns, verbs, options and words to choose from.`;

const SHELLS = ['bash', 'zsh'];

export async function completion(args: readonly string[]): Promise<Ending> {
  const [shell = '', ...more] = args;
  if (shell === '--help' || shell === '-h') return done(USAGE);
  if (!SHELLS.includes(shell) || more.length > 0) return wrongUsage(USAGE);
  const commands = await knownCommands();
  if (commands.length === 0) return failed('There are no commands to complete.');
  const script = completionScript(commands, join(import.meta.dirname, '../..'));
  return done(shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script);
}

/** What is typed otherwise than the service is asked, with its options. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  apply: ['dry-run', 'reason'],
  export: [],
  'completion bash': [],
  'completion zsh': [],
};

/** For bash, and for zsh by its emulation; what there is to choose from is written into it. */
export function completionScript(commands: readonly ListedCommand[], project: string): string {
  const typed = Object.entries(TYPED).map(([name, options]) => ({
    name,
    options: options.map((option) => ({ name: option, value: '' })),
  }));
  const all = [...commands.filter(({ name }) => !(name in TYPED)), ...typed];
  const names = all.map(({ name }) => name.split(' '));
  const verbs = Map.groupBy(names, ([noun = '']) => noun);
  const cases = [
    `1:*) words="${[...verbs.keys()].join(' ')}" ;;`,
    ...[...verbs].map(([noun, ofNoun]) => {
      const words = ofNoun.map(([, verb = '']) => verb).join(' ');
      return words.trim() === '' ? '' : `2:${noun}:*) words="${words}" ;;`;
    }),
    ...all.flatMap(optionCases),
  ].filter((line) => line !== '');
  return `operator() {
  DATA_DIR="\${DATA_DIR:-${project}/.data}" "${project}/node_modules/.bin/node" "${project}/scripts/operator.ts" "$@"
}
_operator() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$COMP_CWORD:\${COMP_WORDS[1]}:\${COMP_WORDS[2]}:$before" in
    ${cases.join('\n    ')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _operator operator`;
}

interface Typed {
  name: string;
  options: readonly { name: string; value: string }[];
}

/** Behind an option what it may be, where those are words to choose from; elsewhere the options. */
function optionCases({ name, options }: Typed): string[] {
  const [noun = '', verb = '*'] = name.split(' ');
  const choices = options.filter(({ value }) => /^[a-z_-]+(?:\|[a-z_-]+)+$/.test(value));
  const all = [...options.map((option) => `--${option.name}`), '--json', '--help'];
  return [
    ...choices.map(
      (option) =>
        `*:${noun}:${verb}:--${option.name}) words="${option.value.replaceAll('|', ' ')}" ;;`,
    ),
    `*:${noun}:${verb}:--json) words="${all.join(' ')}" ;;`,
    `*:${noun}:${verb}:--*) ;;`,
    // A command of one word takes a file, which the shell completes by itself.
    `*:${noun}:${verb}:*) ${verb === '*' ? '[[ "$current" == -* ]] && ' : ''}words="${all.join(' ')}" ;;`,
  ];
}
