import { readFile } from 'node:fs/promises';

const KIB_PER_MIB = 1_024;

/** Returns a process and all its descendants: a server with its workers. */
export async function processTree(pid: number): Promise<number[]> {
  const trees = (await childrenOf(pid)).map(processTree);
  return [pid, ...(await Promise.all(trees)).flat()];
}

export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Returns the peak memory of each process of a tree, in MiB. */
export async function peakMemoryMib(pid: number): Promise<number[]> {
  const processes = await processTree(pid);
  return Promise.all(processes.map(peakOf));
}

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / KIB_PER_MIB;
}
