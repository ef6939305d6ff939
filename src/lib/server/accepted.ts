/** Parses a header such as `gzip;q=0.5, *` into weights by name, in its order. A weight that is no number is NaN. */
export function readWeights(header: string): ReadonlyMap<string, number> {
  const items = header.toLowerCase().replaceAll(/\s/g, '').split(',');
  return new Map(
    items.map((item) => {
      const [name = '', ...parameters] = item.split(';');
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [name, Number(weight)];
    }),
  );
}
