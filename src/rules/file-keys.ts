// Keys of files that are never sent.

/** Whether a key of a file is for its readers only: `$schema`, `x-…`. */
export function isFileOnly(key: string): boolean {
  return key === '$schema' || key.startsWith('x-');
}
