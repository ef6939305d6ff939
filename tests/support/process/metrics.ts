import { operatorKeyOf, type Reached } from './operate.ts';

/** Scrapes a service's metrics as Prometheus does, with the operator key in its data directory. */
export async function scrape({ operatorUrl, dataDirectory }: Reached): Promise<string> {
  const answer = await fetch(`${operatorUrl}/metrics`, {
    headers: { authorization: `Bearer ${await operatorKeyOf(dataDirectory)}` },
  });
  return answer.text();
}

/** Returns the sum of a metric's series that have these labels, or undefined if there is none. */
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
