import { describe, expect, it } from 'vitest';
import type { Answer } from './send.ts';
import { IS_FORM_JUDGED_HERE } from './form.ts';
import { expectInvalid, violationsIn } from './problems.ts';
import { changed, pointerTo } from './rows.ts';

interface Judged {
  /** Paths of the objects in the body; '' is the body itself. */
  places: readonly string[];
  validBody(): object;
  submit(body: object): Promise<Answer>;
}

/** Unknown fields in a body are refused, wherever they stand. */
export function describeUnknownFields({ places, validBody, submit }: Judged): void {
  if (!IS_FORM_JUDGED_HERE) return;
  describe.each([...places])('an unknown field in "%s"', (place) => {
    it.each(['extra', 'Amount', 'reference-id', 'constructor', 'toString', 'hasOwnProperty'])(
      'is refused by name: %s',
      async (name) => {
        const field = place === '' ? name : `${place}.${name}`;
        const answer = await submit(changed(validBody(), field, 'unknown-value'));
        expect(violationsIn(expectInvalid(answer))).toEqual([`${pointerTo(field)} unknown_field`]);
        expect(answer.text).not.toContain('unknown-value');
      },
    );

    it('is refused without its name where that might be a card number', async () => {
      const field = place === '' ? '4242424242424242' : `${place}.4242424242424242`;
      const answer = await submit(changed(validBody(), field, 1));
      const pointer = place === '' ? '' : pointerTo(place);
      expect(violationsIn(expectInvalid(answer))).toEqual([`${pointer} unknown_field`]);
      expect(answer.text).not.toContain('4242424242424242');
    });

    it('is refused when it is called __proto__', async () => {
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
