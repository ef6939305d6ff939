import { operatorKeyOf, type Reached } from './operate.ts';

/** What Prometheus reads of a service, under the key in its data directory. */
export async function scrape({ operatorUrl, dataDirectory }: Reached): Promise<string> {
  const answer = await fetch(`${operatorUrl}/metrics`, {
    headers: { authorization: `Bearer ${await operatorKeyOf(dataDirectory)}` },
  });
  return answer.text();
}

/** The values of a metric whose labels hold these pairs, added up; undefined where there is no such series. */
export function valueOf(
  text: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const values = text
    .split('\n')
    .map((line) => /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line))
    .filter((series) => series?.[1] === name)
    .filter((series) =>
      Object.entries(labels).every(([label, value]) =>
        series?.[2]?.includes(`${label}="${value}"`),
      ),
    )
    .map((series) => Number(series?.[3]));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
