import { answerOf, get } from './client.ts';

/** What is served here, which people who have not signed in see as well: a sandbox and the real thing look different. */
class Deployment {
  isSandbox = $state(false);

  async load(): Promise<void> {
    try {
      this.isSandbox = (await answerOf(get('/session/deployment'))).sandbox;
    } catch {
      // What is asked for next says what is wrong.
    }
  }
}

export const deployment = new Deployment();
