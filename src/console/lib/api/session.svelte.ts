import * as v from 'valibot';
import { inputSchema, type InputSchema } from '#console/actions/fields.ts';
import { answerOf, get, remove, type CommandName } from './client.ts';
import type { paths } from './generated/interface';
import { Problem } from './problem.ts';

type Person = paths['/session']['get']['responses'][200]['content']['application/json'];

/** Who is signed in, and the commands that they may use. */
class Session {
  person: Person | undefined = $state.raw();
  #inputs: ReadonlyMap<string, InputSchema> = $state.raw(new Map());

  /** Whether the person acts for the deployment, and not for one merchant. */
  get isStaff(): boolean {
    return this.person?.merchant === null;
  }

  may(name: CommandName): boolean {
    return this.#inputs.has(name);
  }

  /** Returns a command's input schema; undefined if the person may not use the command. */
  inputOf(name: CommandName): InputSchema | undefined {
    return this.#inputs.get(name);
  }

  /**
   * Loads the person and their commands. If nobody is signed in, sets `person` to undefined and throws nothing.
   *
   * @throws Problem
   */
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
