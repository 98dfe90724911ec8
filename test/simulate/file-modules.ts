// Node's modules for files, over the simulated disk.

import fs from 'node:fs';
import { Readable } from 'node:stream';
import type { Disk } from './disk.ts';
import { bytesOf, failure, isOurs, statsOf } from './inode.ts';

// biome-ignore lint/suspicious/noExplicitAny: each takes what Node's own takes
type ByName = Readonly<Record<string, (path: string, ...rest: any[]) => unknown>>;

/** What is asked of a file by name, at once. */
const namedOn = (disk: Disk): ByName => ({
  open: (path, flags, mode) => disk.openFile(path, flags, mode),
  readFile: (path, options) => disk.contents(path, options),
  writeFile: (path, data, options) => disk.replace(path, data, options),
  appendFile: (path, data) => disk.replace(path, data, { flag: 'a' }),
  stat: (path, options) => disk.looked(path, options),
  lstat: (path, options) => disk.looked(path, options),
  access: (path) => void disk.looked(path),
  realpath: (path) => {
    disk.looked(path);
    return path;
  },
  readlink: (path) => {
    throw failure('EINVAL', 'readlink', path);
  },
  mkdir: (path, options) => disk.makeFolder(path, options?.recursive === true),
  mkdtemp: (prefix) => disk.makeFolder(`${prefix}${disk.next++}`, false),
  readdir: (path, options) => disk.list(path, options),
  rename: (path, to) => disk.rename(path, to),
  rm: (path, options) => disk.remove(path, options),
  unlink: (path) => disk.remove(path),
  rmdir: (path) => disk.remove(path),
  chmod: () => {},
  utimes: () => {},
  copyFile: (path, to) => disk.replace(to, isOurs(path) ? disk.found(path, 'copyfile').bytes : fs.readFileSync(path)),
  link: (path, to) => {
    const inode = disk.found(path, 'link');
    if (disk.paths.has(to)) throw failure('EEXIST', 'link', to);
    disk.change('link', to);
    disk.paths.set(to, inode);
  },
});

/** An open file. */
function handleOf(disk: Disk, fd: number) {
  const later = <T>(syscall: string, work: () => T) => disk.later(syscall, work);
  const write = (data: string | Uint8Array) => later('write', () => void disk.put(disk.file(fd), bytesOf(data), null));
  return {
    fd,
    read: (buffer: Buffer, offset?: number, length?: number, position?: number | null) =>
      later('read', () => ({ buffer, bytesRead: disk.readInto(fd, buffer, offset, length, position) })),
    ...{ appendFile: write, writeFile: write },
    write: (data: string | Uint8Array) => write(data).then(() => ({ bytesWritten: bytesOf(data).length })),
    ...{ sync: () => later('sync', () => disk.synced(fd)), datasync: () => later('sync', () => disk.synced(fd)) },
    truncate: (size = 0) =>
      later('truncate', () => {
        const { inode, path } = disk.file(fd);
        disk.change('truncate', path);
        inode.bytes = inode.bytes.subarray(0, size);
      }),
    stat: () => later('stat', () => statsOf(disk.file(fd).inode)),
    readFile: (options?: string) => later('read', () => disk.contents(fd, options)),
    close: async () => void disk.open.delete(fd),
    [Symbol.asyncDispose]: async () => void disk.open.delete(fd),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each takes what Node's own takes
type Work = (...input: any[]) => unknown;

/** What is asked of an open file by its number. */
function byNumberOn(disk: Disk) {
  const byNumber =
    (ours: Work, real: Work): Work =>
    (fd, ...rest) =>
      disk.open.has(fd) ? ours(fd, ...rest) : real(fd, ...rest);
  return {
    closeSync: byNumber((fd: number) => void disk.open.delete(fd), fs.closeSync),
    fstatSync: byNumber((fd: number) => statsOf(disk.file(fd).inode), fs.fstatSync),
    futimesSync: byNumber((fd: number, _at: number, at: number) => {
      disk.look();
      disk.file(fd).inode.mtimeMs = at * 1000;
    }, fs.futimesSync),
    readSync: byNumber((fd: number, ...rest: [Buffer]) => disk.readInto(fd, ...rest), fs.readSync),
    writeSync: byNumber((fd: number, data: string | Buffer, from?: number, length?: number, at?: number | null) => {
      if (typeof data === 'string') return disk.put(disk.file(fd), Buffer.from(data), from ?? null);
      return disk.put(
        disk.file(fd),
        data.subarray(from ?? 0, length === undefined ? undefined : (from ?? 0) + length),
        at ?? null,
      );
    }, fs.writeSync),
    fsyncSync: byNumber((fd: number) => disk.synced(fd), fs.fsyncSync),
    fdatasync: (fd: number, done: (error: unknown) => void) =>
      void disk.later('sync', () => disk.synced(fd)).then(() => done(null), done),
  };
}

/** In place of `node:fs` and `node:fs/promises`; the real ones for paths elsewhere. */
export function modulesOver(disk: Disk): { readonly fs: object; readonly promises: object } {
  const real: Readonly<Record<string, unknown>> = { ...fs };
  const sync: Record<string, unknown> = {};
  const later: Record<string, unknown> = {};
  for (const [name, work] of Object.entries(namedOn(disk))) {
    const realSync = real[`${name}Sync`] as (...input: unknown[]) => unknown;
    sync[`${name}Sync`] = (path: unknown, ...rest: unknown[]) =>
      isOurs(path) || isOurs(rest[0]) ? work(String(path), ...rest) : realSync(path, ...rest);
    later[name] = async (path: unknown, ...rest: unknown[]) => {
      if (!isOurs(path) && !isOurs(rest[0]))
        return name === 'open' ? fs.promises.open(String(path)) : realSync(path, ...rest);
      const result = await disk.later(name, () => work(String(path), ...rest));
      return name === 'open' ? handleOf(disk, Number(result)) : result;
    };
  }
  const promises = { ...fs.promises, ...later };
  const readable = (path: string, options?: { highWaterMark?: number; encoding?: string } | string) => {
    const encoding = typeof options === 'string' ? options : options?.encoding;
    const pieces = async function* () {
      yield await disk.later('read', () => disk.contents(path, encoding));
    };
    return Readable.from(pieces());
  };
  return {
    promises,
    fs: {
      ...{ ...real, ...sync, promises },
      existsSync: (path: unknown) => {
        if (!isOurs(path)) return fs.existsSync(path as string);
        disk.look();
        return disk.paths.has(path);
      },
      createReadStream: (path: string, options?: object) =>
        isOurs(path) ? readable(path, options) : fs.createReadStream(path, options),
      ...byNumberOn(disk),
      writeFileSync: (path: string | number, data: string, options?: object) =>
        isOurs(path) || disk.open.has(Number(path))
          ? disk.replace(path, data, options)
          : fs.writeFileSync(path, data, options),
      readFileSync: (path: string | number, options?: string) =>
        isOurs(path) || disk.open.has(Number(path))
          ? disk.contents(path, options)
          : fs.readFileSync(path, options as never),
    },
  };
}
