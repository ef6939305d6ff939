/** Reads the status from the bytes of a connection, whatever the headers after it look like. */
export interface StatusLineReader {
  read(chunk: Buffer): void;
  /** The status of the first answer that is not interim; undefined until its line is complete. */
  status(): number | undefined;
}

/** Of HTTP/1, with spaces that every client accepts. */
const STATUS_LINE = /^HTTP\/1\.\d[ \t]+([1-9]\d\d)(?:[ \t]|$)/;
/** The characters of a line that are kept: more than the parts before the reason. */
const MAX_KEPT = 64;
const LINE_FEED = 0x0a;
const SWITCHING_PROTOCOLS = 101;

export function createStatusLineReader(): StatusLineReader {
  let status: number | undefined;
  let ended = false;
  let isInHeaders = false;
  let line = '';

  function endLine(): void {
    const text = line.trimEnd();
    line = '';
    if (isInHeaders) {
      // An empty line ends the headers of an interim answer.
      isInHeaders = text !== '';
      return;
    }
    if (text === '') return;
    const code = Number(STATUS_LINE.exec(text)?.[1]);
    isInHeaders = code < 200 && code !== SWITCHING_PROTOCOLS;
    ended = !isInHeaders;
    if (ended && !Number.isNaN(code)) status = code;
  }

  return {
    read(chunk) {
      for (let start = 0; !ended && start < chunk.length;) {
        const end = chunk.indexOf(LINE_FEED, start);
        const lineEnd = end === -1 ? chunk.length : end;
        const most = Math.min(lineEnd, start + MAX_KEPT - line.length);
        line += chunk.toString('latin1', start, most);
        if (end !== -1) endLine();
        start = lineEnd + 1;
      }
    },
    status: () => status,
  };
}
