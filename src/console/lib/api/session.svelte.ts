import * as v from 'valibot';
import { inputSchema, type InputSchema } from '#console/actions/fields.ts';
import { answerOf, get, remove, type CommandName } from './client.ts';
import type { paths } from './interface';
import { Problem } from './problem.ts';

type Person = paths['/session']['get']['responses'][200]['content']['application/json'];

/** Who is signed in, and the commands that they may use. */
class Session {
  person: Person | undefined = $state.raw();
  #inputs: ReadonlyMap<string, InputSchema> = $state.raw(new Map());

  may(name: CommandName): boolean {
    return this.#inputs.has(name);
  }

  /** What a command takes; undefined where they may not use it. */
  inputOf(name: CommandName): InputSchema | undefined {
    return this.#inputs.get(name);
  }

  /** @throws Problem; where nobody is signed in, `person` is undefined afterwards and nothing is thrown */
  async load(): Promise<void> {
    try {
      const [who, may] = await Promise.all([answerOf(get('/session')), answerOf(get('/commands'))]);
      this.#inputs = new Map(may.map(({ name, input }) => [name, v.parse(inputSchema, input)]));
      this.person = who;
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      this.person = undefined;
    }
  }

  async end(): Promise<void> {
    await remove('/session');
    this.person = undefined;
  }
}

export const session = new Session();
