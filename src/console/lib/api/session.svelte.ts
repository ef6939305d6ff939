import * as v from 'valibot';
import { request } from './ask.ts';
import { Problem } from './problem.ts';

const person = v.object({
  email: v.string(),
  role: v.picklist(['viewer', 'support', 'finance', 'admin', 'merchant']),
  /** Whose orders alone they see, by its id; null for our own people. */
  merchant: v.nullable(v.string()),
});
type Person = v.InferOutput<typeof person>;

const option = v.object({
  name: v.string(),
  /** What it takes, as a command line's help says it: TEXT, or the values apart by `|`. */
  value: v.string(),
  required: v.boolean(),
  default: v.optional(v.string()),
});
export type CommandOption = v.InferOutput<typeof option>;

const described = v.object({ name: v.string(), summary: v.string(), options: v.array(option) });
export type Command = v.InferOutput<typeof described>;

/** Who is signed in, and what they may have done. */
class Session {
  person: Person | undefined = $state.raw();
  #commands: ReadonlyMap<string, Command> = $state.raw(new Map());

  may(name: string): boolean {
    return this.#commands.has(name);
  }

  command(name: string): Command | undefined {
    return this.#commands.get(name);
  }

  /** @throws Problem; where nobody is signed in, `person` is undefined afterwards and nothing is thrown */
  async load(): Promise<void> {
    try {
      const [who, may] = await Promise.all([
        request('/session', { answer: person }),
        request('', { answer: v.array(described) }),
      ]);
      this.#commands = new Map(may.map((each) => [each.name, each]));
      this.person = who;
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      this.person = undefined;
    }
  }

  async end(): Promise<void> {
    await request('/session', { method: 'DELETE', answer: v.unknown() });
    this.person = undefined;
  }
}

export const session = new Session();
