import { Problem } from '#console/api/problem.ts';
import type { SettlementColumns, SettlementLine } from '#domain/settlement-line.ts';
import { profileOf, type SettlementProfile } from '#domain/settlement-profile.ts';
import { guessColumns, linesOf } from './settlement-lines.ts';
import type { ReadFile } from './read-file.ts';

/** The chosen settlement file and its content. */
export class ChosenFile {
  name = $state('');
  isReading = $state(false);
  read: ReadFile | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  /** The profile that the file's columns match. With one, nobody has to choose the columns. */
  profile: SettlementProfile | undefined = $state.raw();
  columns: SettlementColumns = $state({ reference: '', amount: '', currency: '' });

  async choose(file: File | undefined): Promise<void> {
    this.read = undefined;
    this.problem = undefined;
    this.name = file?.name ?? '';
    if (file === undefined) return;
    this.isReading = true;
    // Imported on demand: the CSV parser is large, and only this view needs it.
    const { readFile, UnusableFile } = await import('./read-file.ts');
    try {
      this.read = readFile(await file.arrayBuffer());
      this.profile = profileOf(this.read.names);
      this.columns = guessColumns(this.read.names);
    } catch (error) {
      const isUnusable = error instanceof UnusableFile;
      const detail = isUnusable
        ? error.message
        : 'It may have been moved or changed: choose it again.';
      this.problem = new Problem(0, 'This file cannot be used', { detail });
    }
    this.isReading = false;
  }

  /** Returns every line of the file; undefined if one is not usable, and then `problem` says which. */
  lines(): readonly SettlementLine[] | undefined {
    if (this.read === undefined) return undefined;
    const lines = linesOf(this.read, this.profile ?? this.columns);
    if (typeof lines !== 'string') return lines;
    this.problem = new Problem(0, 'This file cannot be used', { detail: lines });
    return undefined;
  }
}
