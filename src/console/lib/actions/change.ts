/** Something that will be otherwise, as people read it. */
export interface Change {
  name: string;
  before: string;
  after: string;
}
