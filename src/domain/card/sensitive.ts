const REDACTED = '[redacted]';

/**
 * Carries card data through the process and shows it to nobody who did not ask: JSON, templates,
 * logs and the inspector see `[redacted]`. A private field is invisible to spreading and cloning.
 */
export class Sensitive<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The one way in; every call of it is a place to review. */
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
