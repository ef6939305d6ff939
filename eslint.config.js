import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

// What oxlint cannot read or say: components, and the syntax that domain/ may not use. All else is in
// .oxlintrc.json, and a rule for both stands in both.

/** @typedef {import('eslint').Linter.RulesRecord} Rules */

/**
 * How deep a function nests. How long a file is follows its subject.
 * @type {Rules}
 */
const sizes = {
  'max-depth': ['error', 3],
  'max-params': ['error', 5],
  complexity: ['error', 20],
};

/** @type {Rules} */
const language = {
  eqeqeq: 'error',
  'no-console': 'error',
  'no-else-return': 'error',
  'no-param-reassign': 'error',
  'no-template-curly-in-string': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-template': 'error',
};

/**
 * None of them reads types: in modules that is for oxlint, in components for svelte-check.
 * @type {Rules}
 */
const typescript = {
  // Leaving members out by rest is how a copy without them is written.
  '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-import-type-side-effects': 'error',
};

/**
 * domain/ gets time, ids and randomness as arguments; what it computes depends on nothing else.
 * @type {Rules}
 */
const pure = {
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

const COMPONENTS = ['**/*.svelte'];

export default defineConfig(
  globalIgnores(['**/.svelte-kit/', 'build/', 'dist/', 'bench/page/*/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: COMPONENTS,
    extends: [
      ts.configs.strict,
      ts.configs.stylistic,
      svelte.configs.recommended,
      svelte.configs.prettier,
    ],
    languageOptions: {
      parserOptions: {
        // What compiles components has a function, which ESLint's cache cannot write down.
        ...{ parser: ts.parser, svelteConfig: { kit: svelteConfig.kit } },
      },
    },
    rules: {
      ...language,
      ...sizes,
      ...typescript,
      // Props are declared with `let`: some of them can be bound, and runes tell which are assigned.
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // Pages run without Kit's router, and at the root of their origin.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['src/domain/**/*.ts'],
    ignores: ['**/*.test.ts'],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: { parser: ts.parser },
    rules: pure,
  },
);
