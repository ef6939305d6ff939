import { describe, expect, it } from 'vitest';
import type { Answer } from './send.ts';
import { expectInvalid, violationsIn } from './problems.ts';
import { changed, pointerTo } from './rows.ts';
import { IS_ALL_SENT } from './sent.ts';

interface Evaluated {
  /** Paths of the objects in the body; '' is the body itself. */
  places: readonly string[];
  validBody(): object;
  submit(body: object): Promise<Answer>;
}

export const UNKNOWN_NAMES = [
  'extra',
  'Amount',
  'reference-id',
  'constructor',
  'toString',
  'hasOwnProperty',
];

/** Defines tests that unknown fields are refused in any object of a body. */
export function describeUnknownFields({ places, validBody, submit }: Evaluated): void {
  describe.each(places.slice(IS_ALL_SENT ? 0 : -1))('an unknown field in "%s"', (place) => {
    it.each(UNKNOWN_NAMES.slice(0, IS_ALL_SENT ? undefined : 1))(
      'is refused naming it: %s',
      async (name) => {
        const field = place === '' ? name : `${place}.${name}`;
        const answer = await submit(changed(validBody(), field, 'unknown-value'));
        expect(violationsIn(expectInvalid(answer))).toEqual([`${pointerTo(field)} unknown_field`]);
        expect(answer.text).not.toContain('unknown-value');
      },
    );

    it('is refused without its name if that might be a card number', async () => {
      const field = place === '' ? '4242424242424242' : `${place}.4242424242424242`;
      const answer = await submit(changed(validBody(), field, 1));
      const pointer = place === '' ? '' : pointerTo(place);
      expect(violationsIn(expectInvalid(answer))).toEqual([`${pointer} unknown_field`]);
      expect(answer.text).not.toContain('4242424242424242');
    });

    it('is refused when named __proto__', async () => {
      const body = Buffer.from(
        JSON.stringify(changed(validBody(), place === '' ? 'proto' : `${place}.proto`, {})).replace(
          '"proto"',
          '"__proto__"',
        ),
      );
      expectInvalid(await submit(body));
    });
  });
}
