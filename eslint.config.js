import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

/** @typedef {import('eslint').Linter.RulesRecord} Rules */

const TESTS = ['**/*.test.ts', '**/*.spec.ts', 'tests/**/*.ts'];
const COMMAND_LINE = ['scripts/**', 'bench/**'];

/**
 * Rules of the language itself, beyond what TypeScript sees.
 * @type {Rules}
 */
const language = {
  eqeqeq: 'error',
  'no-console': 'error',
  'no-else-return': 'error',
  'no-param-reassign': 'error',
  'no-template-curly-in-string': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'prefer-template': 'error',
};

/**
 * A file or function beyond these is asked to become two: the usual ones are far smaller.
 * @type {Rules}
 */
const sizes = {
  'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  'max-depth': ['error', 3],
  'max-params': ['error', 5],
  complexity: ['error', 12],
};

/** @type {Rules} */
const types = {
  // Leaving members out by rest is how a copy without them is written.
  '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/consistent-type-exports': 'error',
  '@typescript-eslint/no-import-type-side-effects': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true },
  ],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  // An implementation of an asynchronous port may have nothing to await.
  '@typescript-eslint/require-await': 'off',
};

/**
 * domain/ gets time, ids and randomness as arguments; what it computes depends on nothing else.
 * @type {Rules}
 */
const pure = {
  'no-restricted-globals': [
    'error',
    ...['process', 'crypto', 'performance', 'fetch', 'setTimeout', 'setInterval', 'window'].map(
      (name) => ({ name, message: 'domain/ is pure: take the value as an argument.' }),
    ),
  ],
  'no-restricted-syntax': [
    'error',
    {
      selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
      message: 'domain/ has no clock: take nowMs as an argument.',
    },
    {
      selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
      message: 'domain/ has no clock: take nowMs as an argument.',
    },
    {
      selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
      message: 'domain/ has no randomness: take the value as an argument.',
    },
  ],
};

export default defineConfig(
  globalIgnores([
    '.svelte-kit/',
    'build/',
    'dist/',
    'test-results/',
    'playwright-report/',
    'coverage/',
    'bench/page/*/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: { ...language, ...sizes, ...types },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // Props are declared with `let`: some of them can be bound, and runes tell which are assigned.
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // Pages run without Kit's router, and at the root of their origin.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['src/**'],
    ignores: TESTS,
    // Data from outside is parsed; an assertion that narrows would only claim it.
    rules: { '@typescript-eslint/no-unsafe-type-assertion': 'error' },
  },
  { files: ['src/domain/**'], ignores: TESTS, rules: pure },
  // What server.ts prints at start-up is its interface; everything else goes through the logger.
  { files: ['src/server.ts', 'src/server/**', ...COMMAND_LINE], rules: { 'no-console': 'off' } },
  {
    // A cast in a JSDoc comment is one the linter does not see; tsc does.
    files: ['**/*.mjs'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    files: TESTS,
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // How a value looks inside a template is what some tests are about.
      '@typescript-eslint/no-unnecessary-template-expression': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
