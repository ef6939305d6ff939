/** A JSON number as it was written. It is checked on its text: a float would forget 10.50 and 1e1. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
