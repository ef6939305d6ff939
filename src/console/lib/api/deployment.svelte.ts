import { answerOf, get } from './client.ts';

/** The kind of deployment. It is known before sign-in too, because a sandbox must look different from production. */
class Deployment {
  isSandbox = $state(false);

  async load(): Promise<void> {
    try {
      this.isSandbox = (await answerOf(get('/session/deployment'))).sandbox;
    } catch {
      // Ignored: the next request shows the problem.
    }
  }
}

export const deployment = new Deployment();
