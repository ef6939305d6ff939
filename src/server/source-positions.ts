import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** What V8 asks for a stack as text, the first time that somebody reads it. */
type PrepareStackTrace = NonNullable<typeof Error.prepareStackTrace>;

/**
 * Has stacks say where in the sources a call stands, where the program runs as it was built. Node would by `--enable-source-maps`
 * read the maps of all modules at each start, for a third of what a start takes: here a map is read for the first stack that
 * needs it.
 */
export function showSourcePositions(): void {
  if (import.meta.filename.endsWith('.ts')) return;
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (module: string) => {
    if (!maps.has(module)) maps.set(module, readMap(module));
    return maps.get(module);
  };
  Error.prepareStackTrace = (error, calls) =>
    [headOf(error), ...calls.map((call) => `    at ${described(call, mapOf)}`)].join('\n');
}

function described(
  call: NodeJS.CallSite,
  mapOf: (module: string) => SourceMap | undefined,
): string {
  // oxlint-disable-next-line typescript/no-base-to-string -- V8's call sites have a text, which their type keeps back
  const text = String(call);
  const [module, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()];
  if (!module?.startsWith(OWN_FOLDER) || line === null || column === null) return text;
  const origin = mapOf(module)?.findOrigin(line, column);
  if (origin === undefined || !('fileName' in origin)) return text;
  const { fileName, lineNumber, columnNumber } = origin;
  const source = new URL(fileName, module).href;
  return text.replace(`${module}:${line}:${column}`, `${source}:${lineNumber}:${columnNumber}`);
}

const OWN_FOLDER = new URL('.', import.meta.url).href;

/** @returns undefined where there is none that can be read: then a stack says where in the module it is */
function readMap(module: string): SourceMap | undefined {
  try {
    const payload: unknown = JSON.parse(readFileSync(new URL(`${module}.map`), 'utf8'));
    return isMap(payload) ? new SourceMap(payload) : undefined;
  } catch {
    return undefined;
  }
}

function isMap(payload: unknown): payload is SourceMapPayload {
  return typeof payload === 'object' && payload !== null && 'mappings' in payload;
}

function headOf(error: Parameters<PrepareStackTrace>[0]): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
