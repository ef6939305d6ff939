import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { problemReply, refuse, type ProblemName } from './problems.ts';
import { commonHeaders, type Reply } from './reply.ts';

/** The problems that a request can have before it is routed. */
export type BrokenRequest = Extract<ProblemName, 'malformed' | 'too_slow' | 'head_too_large'>;

/** Returns the complete answer to a broken request, with its headers. The connection closes after it. */
export type AnswerBroken = (problem: BrokenRequest) => Reply;

/** @param log undefined in a process without one: a page in front of another deployment */
export function answerBrokenRequests(documentationUrl: string, log?: Logger): AnswerBroken {
  return (problem) => {
    const requestId = randomUUID();
    const reply = problemReply(refuse(problem), { path: undefined, requestId, documentationUrl });
    // A kept connection that is idle ends in this way, too.
    const level = problem === 'too_slow' ? 'debug' : 'info';
    log?.[level]({ requestId, problem, status: reply.status });
    const length = { 'content-length': String(Buffer.byteLength(reply.body ?? '')) };
    const headers = { ...commonHeaders(requestId), ...reply.headers, ...length };
    return { ...reply, headers };
  };
}
