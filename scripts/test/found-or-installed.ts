import { installPackages } from './install-packages.ts';
import type { Resource } from './resource.ts';

/** A program that is there, or one that CI installs. Tests can do without. */
export async function foundOrInstalled(
  variable: string,
  find: () => string | undefined,
  packages: readonly [string, ...string[]],
): Promise<Resource> {
  let path = find();
  if (path === undefined && process.env['CI'] === 'true') {
    await installPackages(...packages);
    path = find();
  }
  if (path !== undefined) return { env: { [variable]: path } };
  const reason = `${variable} is not set, and not installed: ${packages.join(', ')}`;
  return { env: {}, missing: { reason, isFailure: false } };
}
