const REDACTED = '[redacted]';

/**
 * Carries card data through the process and hides it from anything that does not call `reveal`: JSON, templates, logs
 * and the inspector see `[redacted]`. A private field is invisible to spreading and cloning.
 */
export class Sensitive<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** Returns the value. This is the only access to it, so review every call. */
  reveal(): T {
    return this.#value;
  }

  toJSON(): string {
    return REDACTED;
  }

  toString(): string {
    return REDACTED;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}
