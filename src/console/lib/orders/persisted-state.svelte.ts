import * as v from 'valibot';

/** A value that this browser keeps, where it may keep any; it starts anew where what is stored is not valid. */
export class PersistedState<Schema extends v.GenericSchema> {
  #value: v.InferOutput<Schema>;
  readonly #key: string;

  /** @param key no two values have the same */
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
      // A browser that keeps nothing has it until the page is left.
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
