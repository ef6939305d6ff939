import type { ReadinessDeps } from '../readiness.ts';
import type { Observation } from '../database/observe.ts';

type Observe = ReadinessDeps['observe'];

class NotAsItShouldBe extends Error {
  override name = 'NotAsItShouldBe';
}

/**
 * A process is of use as long as one of its databases takes writes and has all that is asked for: the merchants there are
 * served. Where none is so, it is said what the first that answers lacks.
 */
export function observerOfAny(observers: readonly Observe[]): Observe {
  return async (questions) => {
    const others: Observation[] = [];
    const asked = observers.map(async (observe) => {
      const observation = await observe(questions);
      if (isFine(observation, Object.keys(questions))) return observation;
      others.push(observation);
      throw new NotAsItShouldBe();
    });
    try {
      return await Promise.any(asked);
    } catch (error) {
      const [other] = others;
      if (other !== undefined) return other;
      throw error instanceof AggregateError ? error.errors[0] : error;
    }
  };
}

function isFine({ readOnly, yes }: Observation, questions: readonly string[]): boolean {
  return !readOnly && questions.every((name) => yes.has(name));
}
