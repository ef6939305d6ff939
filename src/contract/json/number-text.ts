/**
 * A JSON number as written. It is validated as text, since a float does not distinguish 10.50 from 10.5 or 1e1 from
 * 10.
 */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
