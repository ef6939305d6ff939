/** An error that the person who starts the program can fix. It is printed as a sentence, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

const FILE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is not a directory',
  EISDIR: 'it is a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'a part of the path is missing',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EIO: 'the disk does not answer',
};

/**
 * Runs work on files that the program needs to start.
 *
 * @throws StartError if the file system refuses it
 */
export async function usingFiles<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = FILE_REASONS[code];
    if (reason === undefined) throw error;
    throw new StartError(`${path} cannot be used: ${reason} (${code}).`, { cause: error });
  }
}
