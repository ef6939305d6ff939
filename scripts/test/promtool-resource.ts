import { findPromtool } from '../../tests/support/promtool.ts';
import { foundOrInstalled } from './found-or-installed.ts';
import type { Resource } from './resource.ts';

/** What comes with Prometheus to test its rules; the server itself is not started. */
export const promtoolResource = (): Promise<Resource> =>
  foundOrInstalled('PROMTOOL_PATH', findPromtool, ['prometheus']);
