import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/**
 * What a client of `pg` has in the place of a socket: messages of the wire protocol go to PGlite, and what it answers comes
 * back. It answers before a write ends.
 */
export class PgliteStream extends Duplex {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  override _write(message: Buffer, _: BufferEncoding, done: Done): void {
    this.#ask(message, done);
  }

  /** The messages of a statement are written together, and end with the one that has them answered. */
  override _writev(messages: { chunk: Buffer }[], done: Done): void {
    this.#ask(Buffer.concat(messages.map(({ chunk }) => chunk)), done);
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  #ask(messages: Uint8Array, done: Done): void {
    this.#pglite.execProtocolRaw(messages).then(
      (answer) => {
        if (answer.length > 0)
          this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.length));
        done();
      },
      (cause: unknown) => {
        done(Object.assign(new Error('PGlite has broken', { cause }), { code: 'ECONNRESET' }));
      },
    );
  }
}

type Done = (error?: Error | null) => void;
