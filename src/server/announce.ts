import type { Config } from '#service/start.ts';
import { consoleUrl, forBrowsers } from './page.ts';
import type { Started } from './process.ts';

const ENGINE_PROMISES = {
  pglite: 'PGlite, embedded: outlives a crash of this process, not a power cut; one process only',
  postgres: 'PostgreSQL: what it has acknowledged is as safe as that server',
} as const;

/** What a newcomer wants to know, and an operator wants to see in the log. */
export function announce(config: Config, started: Started): void {
  const lines = config.mode === 'page' ? pageAlone(config) : fullService(config, started);
  console.info(['Tollgate is ready.', ...lines.map((line) => `  ${line}`)].join('\n'));
}

function pageAlone(config: Extract<Config, { mode: 'page' }>): string[] {
  return [
    `Payment page    ${config.publicUrl}/pay/{order id}`,
    `Orders service  ${config.ordersApiUrl} (another deployment)`,
  ];
}

function fullService(
  config: Extract<Config, { mode: 'service' }>,
  { engine, sandboxFile, operatorUrl, invitePath }: Started,
): string[] {
  return [
    ...(sandboxFile === undefined
      ? []
      : [
          `Demo shop       ${config.publicUrl}/shop`,
          `Sandbox         on: no money moves. Its keys: ${sandboxFile}`,
        ]),
    `Payment page    ${config.pageUrl}/pay/{order id}`,
    `Orders service  ${config.publicUrl}/api/v1`,
    `Documentation   ${config.publicUrl}/docs`,
    ...(operatorUrl === undefined
      ? []
      : [
          `Console         ${consoleUrl(config, operatorUrl)}`,
          `Operators       ${operatorUrl}/api/operator/v1`,
        ]),
    ...(invitePath === undefined
      ? []
      : [`First admin     ${forBrowsers(config, operatorUrl)}${invitePath}`]),
    ...(engine === undefined ? [] : [`Database        ${ENGINE_PROMISES[engine]}`]),
    ...(config.workers > 1 ? [`Processes       ${config.workers}`] : []),
  ];
}
