import { answerOf, get } from './client.ts';

/** What is known of the deployment before sign-in: a sandbox must look different from production. */
class Deployment {
  isSandbox = $state(false);
  /** Whether this is a copy that must not act, such as a restored backup. */
  isQuiet = $state(false);
  /** The host of the provider at which people can sign in. */
  provider: string | undefined = $state();

  async load(): Promise<void> {
    try {
      const { sandbox, quiet, provider } = await answerOf(get('/session/deployment'));
      this.isSandbox = sandbox;
      this.isQuiet = quiet;
      this.provider = provider;
    } catch {
      // Ignored: the next request shows the problem.
    }
  }
}

export const deployment = new Deployment();
