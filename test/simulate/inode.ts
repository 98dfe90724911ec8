// Files of the simulated disk, as the modules for them show them.

/** Everything below is on the simulated disk. */
export const ROOT = '/simulated';

export interface Inode {
  readonly ino: number;
  readonly isFolder: boolean;
  bytes: Buffer;
  /** What the power leaves. */
  synced: Buffer;
  mtimeMs: number;
  mode: number;
}

export const isOurs = (path: unknown): path is string =>
  typeof path === 'string' && (path === ROOT || path.startsWith(`${ROOT}/`));

const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
};

export function failure(code: string, syscall: string, path: string): Error {
  const text = `${code}: ${MESSAGES[code] ?? 'simulated'}, ${syscall} '${path}'`;
  return Object.assign(new Error(text), { code, syscall, path, errno: -1 });
}

export const bytesOf = (data: string | Uint8Array): Buffer =>
  typeof data === 'string' ? Buffer.from(data) : Buffer.from(data);

export function statsOf(inode: Inode) {
  const { ino, isFolder, bytes, mtimeMs, mode } = inode;
  const [mtime, no] = [new Date(mtimeMs), () => false];
  return {
    ...{
      ino,
      dev: 1,
      nlink: 1,
      uid: 0,
      gid: 0,
      size: bytes.length,
      mode,
      mtimeMs,
      ctimeMs: mtimeMs,
      mtime,
      ctime: mtime,
    },
    ...{
      isFile: () => !isFolder,
      isDirectory: () => isFolder,
      isSymbolicLink: no,
      isFIFO: no,
      isCharacterDevice: no,
    },
    ...{ isSocket: no, isBlockDevice: no, birthtimeMs: mtimeMs, birthtime: mtime, atimeMs: mtimeMs, atime: mtime },
  };
}
