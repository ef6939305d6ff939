import { describe, expect, it } from 'vitest';
import { createStatusLineReader } from './status-line.ts';

function statusOf(...chunks: string[]): number | undefined {
  const reader = createStatusLineReader();
  for (const chunk of chunks) reader.read(Buffer.from(chunk, 'latin1'));
  return reader.status();
}

describe('the status of an answer', () => {
  it.each([
    ['with a reason', 'HTTP/1.1 200 OK\r\n', 200],
    ['without a reason', 'HTTP/1.1 204\r\n', 204],
    ['with an empty reason', 'HTTP/1.0 201 \r\n', 201],
    ['with a reason of any bytes', 'HTTP/1.1 200 \0\xff\x01\r\n', 200],
    ['with a reason that is long', `HTTP/1.1 200 ${'o'.repeat(100_000)}\r\n`, 200],
    ['after several spaces', 'HTTP/1.1  200\tOK\r\n', 200],
    ['with a line feed alone', 'HTTP/1.1 200 OK\n', 200],
    ['after empty lines', '\r\n\r\nHTTP/1.1 200 OK\r\n', 200],
    ['after interim answers', 'HTTP/1.1 100 C\r\nA b\r\n\r\nHTTP/1.1 102\n\nHTTP/1.1 202\n', 202],
    ['that changes the protocol', 'HTTP/1.1 101 X\r\n\r\nHTTP/1.1 200 OK\r\n', 101],
    ['before another', 'HTTP/1.1 500 No\r\n\r\nHTTP/1.1 200 OK\r\n', 500],
  ])('is read from a line %s', (_, text, status) => {
    expect(statusOf(text)).toBe(status);
    expect(statusOf(...text.split(''))).toBe(status);
  });

  it.each([
    ['is not complete', 'HTTP/1.1 200 OK'],
    ['has no number', 'HTTP/1.1 OK\r\n'],
    ['has a longer number', 'HTTP/1.1 2000 OK\r\n'],
    ['has a number with a sign', 'HTTP/1.1 +200 OK\r\n'],
    ['has letters after the number', 'HTTP/1.1 200OK\r\n'],
    ['has a number of other digits', 'HTTP/1.1 020 OK\r\n'],
    ['is of another version', 'HTTP/2 200 OK\r\n'],
    ['is of another protocol', '220 mail ready\r\nHTTP/1.1 200 OK\r\n'],
    ['is interim', 'HTTP/1.1 100 Continue\r\nX-A: HTTP/1.1 200 OK\r\n'],
  ])('is not read from a line that %s', (_, text) => {
    expect(statusOf(text)).toBeUndefined();
    expect(statusOf(...text.split(''))).toBeUndefined();
  });
});
