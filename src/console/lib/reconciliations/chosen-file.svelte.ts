import { Problem } from '#console/api/problem.ts';
import { readSettlement, type SettlementFile } from '#domain/settlement-file.ts';

const MOST_LINES = 100_000;

/** The chosen settlement file and its content. */
export class ChosenFile {
  name = $state('');
  isReading = $state(false);
  read: Extract<SettlementFile, { ok: true }> | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();

  async choose(file: File | undefined): Promise<void> {
    this.read = undefined;
    this.problem = undefined;
    this.name = file?.name ?? '';
    if (file === undefined) return;
    this.isReading = true;
    try {
      // Imported on demand: the CSV parser is large, and only this view needs it.
      const { parse } = await import('csv-parse/browser/esm/sync');
      const bytes = new Uint8Array(await file.arrayBuffer());
      const read = readSettlement(bytes, { parse, mostLines: MOST_LINES });
      if (read.ok) this.read = read;
      else this.#refuse(read.problem);
    } catch {
      this.#refuse('It may have been moved or changed: choose it again.');
    }
    this.isReading = false;
  }

  #refuse(detail: string): void {
    this.problem = new Problem(0, 'This file cannot be used', { detail });
  }
}
