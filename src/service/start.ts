/**
 * What a start is checked by, before anything else is loaded: a process that does not start, or answers for its
 * command line alone, loads a tenth of the modules.
 */
export { describeError } from '#contract/describe-error.ts';
export { readConfig, type Config, type ServiceConfig } from './configuration.ts';
export { StartError } from './platform/start-error.ts';
export { readVersion } from './platform/version.ts';
