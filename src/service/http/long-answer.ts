/** The event by which an answer tells the server how long it may take, in milliseconds; the usual limit is a minute. */
export const LONG_ANSWER = 'tollgate:long-answer';
