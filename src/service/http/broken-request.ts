import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { problemReply, refuse, type ProblemName } from './problems.ts';
import { commonHeaders, type Reply } from './reply.ts';

/** What can be wrong with a request before anybody has looked at what it asks for. */
export type BrokenRequest = Extract<ProblemName, 'malformed' | 'too_slow' | 'head_too_large'>;

/** The whole answer to one, with its headers; the connection ends with it. */
export type AnswerBroken = (problem: BrokenRequest) => Reply;

/** Without a log where the process has none: in front of another deployment. */
export function answerBrokenRequests(documentationUrl: string, log?: Logger): AnswerBroken {
  return (problem) => {
    const requestId = randomUUID();
    const reply = problemReply(refuse(problem), { path: undefined, requestId, documentationUrl });
    // A connection that is kept and not used ends in this way as well.
    const level = problem === 'too_slow' ? 'debug' : 'info';
    log?.[level]({ requestId, problem, status: reply.status });
    const length = { 'content-length': String(Buffer.byteLength(reply.body ?? '')) };
    const headers = { ...commonHeaders(requestId), ...reply.headers, ...length };
    return { ...reply, headers };
  };
}
