import { z } from 'zod';
import {
  deploymentFile,
  gateInFile,
  MAX_LISTED,
  merchantInFile,
  methodInFile,
  terminalInFile,
  type DeploymentFile,
} from './file.ts';

const unread = z.array(z.unknown()).max(MAX_LISTED);
/** Each with its own members alone: what it lists is read one by one. */
const ownOfFile = deploymentFile.extend({
  terminals: unread.optional(),
  merchants: unread.optional(),
});
const ownOfMerchant = merchantInFile.extend({ gates: unread.optional() });
const ownOfGate = gateInFile.extend({ methods: unread.optional() });

type Path = readonly PropertyKey[];
type Take = <Schema extends z.ZodType>(
  schema: Schema,
  part: unknown,
  path: Path,
) => z.output<Schema> | undefined;

export type ReadFile =
  | { ok: true; file: DeploymentFile }
  | { ok: false; issues: readonly z.core.$ZodIssue[] };

/**
 * Reads a file by `deploymentFile`, or says all that is wrong with it. Yields after each terminal, gate and method: there may
 * be tens of thousands of them, and others are to have a turn in between.
 */
export function* readFile(
  file: unknown,
  error: z.core.$ZodErrorMap,
): Generator<undefined, ReadFile> {
  const issues: z.core.$ZodIssue[] = [];
  const take: Take = (schema, part, path) => {
    const parsed = schema.safeParse(part, { error });
    for (const issue of parsed.error?.issues ?? []) {
      issues.push({ ...issue, path: [...path, ...issue.path] });
    }
    return parsed.data;
  };
  take(ownOfFile, file, []);
  const terminals = yield* eachIn(file, 'terminals', [], function* (part, path) {
    yield;
    return take(terminalInFile, part, path);
  });
  const merchants = yield* eachIn(file, 'merchants', [], (part, path) =>
    readMerchant(take, part, path),
  );
  return issues.length > 0 ? { ok: false, issues } : { ok: true, file: { terminals, merchants } };
}

function* readMerchant(take: Take, part: unknown, path: Path) {
  const own = take(ownOfMerchant, part, path);
  const gates = yield* eachIn(part, 'gates', path, (one, at) => readGate(take, one, at));
  return own && { ...own, gates: own.gates && gates };
}

function* readGate(take: Take, part: unknown, path: Path) {
  const own = take(ownOfGate, part, path);
  const methods = yield* eachIn(part, 'methods', path, function* (one, at) {
    yield;
    return take(methodInFile, one, at);
  });
  return own && { ...own, methods: own.methods && methods };
}

/** Of what a part lists under a name, all that can be read; as it stands, for whatever else is wrong with the part. */
function* eachIn<Item>(
  part: unknown,
  name: string,
  path: Path,
  read: (item: unknown, path: Path) => Generator<undefined, Item | undefined>,
): Generator<undefined, Item[]> {
  const list: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, name) : [];
  const items: unknown[] = Array.isArray(list) && list.length <= MAX_LISTED ? list : [];
  const taken: Item[] = [];
  for (const [index, item] of items.entries()) {
    const one = yield* read(item, [...path, name, index]);
    if (one !== undefined) taken.push(one);
  }
  return taken;
}
