/**
 * The exports that every process needs, with the service in it or with the page alone, which loads nothing else.
 */
export { ADDRESS_HEADER } from '#contract/client-address.ts';
export {
  answerBrokenRequests,
  type AnswerBroken,
  type BrokenRequest,
} from './http/broken-request.ts';
export { LONG_ANSWER } from './http/long-answer.ts';
export { newPageKey, type PageKey } from './merchants/keys.ts';
export { collectFromWorkers } from './platform/metrics/shared-metrics.ts';
export { relaySharedState } from './platform/shared-state.ts';
export { startTracing } from './platform/tracing/trace.ts';
export { inSpan, SpanKind } from './platform/tracing/trace.ts';
export type { TrustedProxies } from './platform/config-variables.ts';
