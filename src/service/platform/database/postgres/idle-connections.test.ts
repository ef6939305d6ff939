import { describe, expect, it } from 'vitest';
import { createIdleConnections } from './idle-connections.ts';

interface Named {
  name: string;
}

const [one, two, three] = ['one', 'two', 'three'].map((name): Named => ({ name }));
if (!one || !two || !three) throw new Error('There are three');

describe('a connection that nobody uses', () => {
  it('goes to the schema that used it last', () => {
    const idle = createIdleConnections<Named>();
    idle.keep(one, 'a');
    idle.keep(two, 'b');
    expect(idle.take('a', true)).toBe(one);
    expect(idle.take('b', true)).toBe(two);
    expect(idle.size()).toBe(0);
  });

  it('goes to a schema that has used it, rather than a new one', () => {
    const idle = createIdleConnections<Named>();
    idle.keep(one, 'a');
    expect(idle.take('a', false)).toBe(one);
    idle.keep(one, 'b');
    idle.keep(two, 'c');
    expect(idle.take('a', true)).toBe(one);
  });

  it('goes to the schema that used it most, compared with others', () => {
    const idle = createIdleConnections<Named>();
    const use = (connection: Named, ...schemas: string[]) => {
      for (const schema of schemas) {
        idle.keep(connection, schema);
        idle.takeIdleSince(Infinity);
      }
    };
    use(one, 'a', 'a', 'b');
    use(two, 'b', 'b', 'a', 'b', 'b', 'a', 'a', 'c');
    idle.keep(one, 'c');
    idle.keep(two, 'c');
    expect(idle.take('a', false)).toBe(one);
    idle.keep(one, 'c');
    expect(idle.take('b', false)).toBe(two);
    idle.keep(two, 'c');
    expect(idle.take('c', false)).toBe(one);
  });

  it('is not taken from its schema for one that used it more, where that has another', () => {
    const idle = createIdleConnections<Named>();
    idle.keep(one, 'a');
    expect(idle.take('a', false)).toBe(one);
    idle.keep(one, 'b');
    idle.keep(two, 'b');
    expect(idle.take('b', false)).toBe(two);
    idle.keep(two, 'a');
    expect(idle.take('a', false)).toBe(two);
  });

  it('goes to another only where there may be no more, the longest idle first', () => {
    const idle = createIdleConnections<Named>();
    idle.keep(one, 'a');
    idle.keep(two, 'b');
    expect(idle.take('c', true)).toBeUndefined();
    expect(idle.take('c', false)).toBe(one);
    expect(idle.take('c', false)).toBe(two);
    expect(idle.take('c', false)).toBeUndefined();
  });

  it('is the last used, where it may serve everybody', () => {
    const idle = createIdleConnections<Named>();
    idle.keep(one, 'a');
    idle.keep(two, 'b');
    expect(idle.takeLast()).toBe(two);
    idle.keep(two, 'c');
    expect(idle.takeLast()).toBe(two);
    expect(idle.takeLast()).toBe(one);
    expect(idle.takeLast()).toBeUndefined();
  });

  it('is given up after a time', () => {
    let nowMs = 0;
    const idle = createIdleConnections<Named>(() => nowMs);
    idle.keep(one, 'a');
    nowMs = 10;
    idle.keep(two, 'a');
    idle.keep(three, undefined);
    expect(idle.takeIdleSince(10)).toEqual([one]);
    expect(idle.takeIdleSince(11)).toEqual([two, three]);
    expect(idle.size()).toBe(0);
  });
});
