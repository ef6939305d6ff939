import type { OperatorAnswer } from '../../operator/answer.ts';
import { refuseOperator } from '../operator/problems.ts';
import { sendReply, type RequestContext } from '../request-context.ts';

/** What was asked for and by whom, for the log. */
export interface Asked {
  command: string;
  actor: string;
}

/** What came of a command, as HTTP says it. */
export function answered(c: RequestContext, answer: OperatorAnswer, asked: Asked): Response {
  if (answer.ok) {
    const body = JSON.stringify(answer.result);
    return sendReply(c, { status: 200, headers: JSON_TYPE, body }, asked);
  }
  switch (answer.problem) {
    case 'invalid': {
      const { detail = 'The input is not valid.', problems } = answer;
      return refuseOperator(c, 'invalid', { detail, problems }, asked);
    }
    case 'refused':
      return refuseOperator(c, 'refused', { detail: answer.detail }, asked);
    case 'not_found':
      return refuseOperator(c, 'not_found', { detail: NOT_THERE }, asked);
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const NOT_THERE = 'What the command names does not exist, or not any more.';
