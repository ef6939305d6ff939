import * as v from 'valibot';

/**
 * A value stored in the browser, if the browser allows storage. An invalid stored value is replaced by the initial
 * one.
 */
export class PersistedState<Schema extends v.GenericSchema> {
  #value: v.InferOutput<Schema>;
  readonly #key: string;

  /** @param key unique among all values */
  constructor(key: string, schema: Schema, initial: v.InferOutput<Schema>) {
    this.#key = `tollgate.${key}`;
    this.#value = $state.raw(stored(this.#key, schema) ?? initial);
  }

  get value(): v.InferOutput<Schema> {
    return this.#value;
  }

  set value(value: v.InferOutput<Schema>) {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // Without storage, the value lasts until the page is left.
    }
  }
}

function stored<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
