/**
 * The exports that check a start before anything else is loaded. A process that does not start, or only answers its
 * command line, loads a tenth of the modules.
 */
export { describeError } from '#contract/describe-error.ts';
export { toVisibleLines } from '#contract/visible-text.ts';
export { readConfig, type Config, type ServiceConfig } from './configuration.ts';
export { StartError } from './platform/start-error.ts';
export { describeBuild, readBuild } from './platform/version.ts';
