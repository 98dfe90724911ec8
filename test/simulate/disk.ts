// The disk of a simulated machine, in memory: what was written stays when a process is killed, and what was synced when the power
// is cut. Paths outside of it are those of the real disk, for what the tool only reads.

import fs from 'node:fs';
import { dirname } from 'node:path';
import { bytesOf, failure, type Inode, ROOT, statsOf } from './inode.ts';
import type { Simulation } from './simulation.ts';

type Flags = string | number | undefined;
const { constants } = fs;

interface OpenFile {
  readonly inode: Inode;
  readonly path: string;
  readonly appends: boolean;
  position: number;
}

export class Disk {
  readonly simulation: Simulation;
  readonly paths = new Map<string, Inode>();
  readonly open = new Map<number, OpenFile>();
  next = 1_000_000;
  /** Faults of a change, beside the end of the process. */
  chances: Readonly<Record<string, number>> = {};

  constructor(simulation: Simulation) {
    this.simulation = simulation;
    this.paths.set(ROOT, this.#inode(true));
  }

  #inode(isFolder: boolean, mode = 0o600): Inode {
    this.next += 1;
    const none = Buffer.alloc(0);
    return { ino: this.next, isFolder, bytes: none, synced: none, mtimeMs: this.simulation.clock, mode };
  }

  /** The power is cut: of what was not synced, all, some or nothing is left. */
  cutPower(): void {
    for (const inode of new Set(this.paths.values())) {
      const { bytes, synced } = inode;
      if (bytes.equals(synced)) continue;
      const isAppended = bytes.length > synced.length && bytes.subarray(0, synced.length).equals(synced);
      const draw = this.simulation.draw();
      if (draw < 0.4) inode.bytes = synced;
      else if (draw < 0.8 && isAppended)
        inode.bytes = bytes.subarray(
          0,
          synced.length + Math.floor(this.simulation.draw() * (bytes.length - synced.length)),
        );
      inode.synced = inode.bytes;
    }
  }

  /** Before anything runs, and for the one who looks at the outcome. */
  write(path: string, text: string | Uint8Array): void {
    this.#folders(dirname(path));
    const inode = this.#inode(false);
    inode.bytes = inode.synced = bytesOf(text);
    this.paths.set(path, inode);
  }

  read(path: string): string | null {
    return this.paths.get(path)?.bytes.toString('utf8') ?? null;
  }

  get files(): readonly string[] {
    return [...this.paths].filter(([, inode]) => !inode.isFolder).map(([path]) => path);
  }

  #folders(path: string): void {
    for (let at = path; at.length >= ROOT.length && !this.paths.has(at); at = dirname(at))
      this.paths.set(at, this.#inode(true));
  }

  found(path: string, syscall: string): Inode {
    return this.paths.get(path) ?? this.missing(path, syscall);
  }

  missing(path: string, syscall: string): never {
    throw failure('ENOENT', syscall, path);
  }

  /** A change begins: the process may end before it, the disk may refuse it. */
  change(syscall: string, path: string): void {
    this.look();
    const name = path.slice(ROOT.length).replace(/[0-9a-f]{12,}/g, '*');
    const fault = this.simulation.point(`${syscall} ${name}`, this.chances);
    if (fault === null) return;
    if (fault === 'killed' || fault === 'power cut') this.simulation.kill(fault);
    if (fault === 'interrupted') this.simulation.running().interrupt();
    else throw failure(fault, syscall, path);
  }

  /** A process that has ended sees nothing any more. */
  look(): void {
    if (this.simulation.current?.isAlive === false) this.simulation.kill();
  }

  openFile(path: string, flags: Flags = 'r', mode = 0o666): number {
    this.look();
    const bits =
      typeof flags === 'number'
        ? flags
        : ({
            r: 0,
            'r+': constants.O_RDWR,
            w: constants.O_CREAT | constants.O_TRUNC,
            wx: constants.O_CREAT | constants.O_EXCL,
            a: constants.O_CREAT | constants.O_APPEND,
            'a+': constants.O_CREAT | constants.O_APPEND,
          }[flags] ?? 0);
    let inode = this.paths.get(path);
    if (inode !== undefined && bits & constants.O_EXCL) throw failure('EEXIST', 'open', path);
    if (inode === undefined) {
      if (!(bits & constants.O_CREAT)) this.missing(path, 'open');
      if (this.paths.get(dirname(path))?.isFolder !== true) this.missing(path, 'open');
      this.change('open', path);
      inode = this.#inode(false, mode);
      this.paths.set(path, inode);
    } else if (bits & constants.O_TRUNC) {
      this.change('open', path);
      inode.bytes = Buffer.alloc(0);
    }
    this.next += 1;
    this.open.set(this.next, { inode, path, appends: (bits & constants.O_APPEND) !== 0, position: 0 });
    return this.next;
  }

  file(fd: number): OpenFile {
    const file = this.open.get(fd);
    if (file === undefined) throw failure('EBADF', 'write', String(fd));
    return file;
  }

  /** The process may end with half of it written, and a disk that is full takes half. */
  put(file: OpenFile, data: Buffer, at: number | null): number {
    const { inode, path } = file;
    const place = file.appends ? inode.bytes.length : (at ?? file.position);
    const store = (bytes: Buffer) => {
      const size = Math.max(inode.bytes.length, place + bytes.length);
      const whole = Buffer.concat([inode.bytes], size);
      bytes.copy(whole, place);
      inode.bytes = whole;
      inode.mtimeMs = this.simulation.clock;
    };
    try {
      this.change('write', path);
    } catch (error) {
      // So little stands on one page and in one sector: it is there or not.
      if (data.length > 64 && this.simulation.draw() < 0.7)
        store(data.subarray(0, Math.floor(data.length * this.simulation.draw())));
      throw error;
    }
    store(data);
    if (at === null) file.position = place + data.length;
    return data.length;
  }

  remove(path: string, { recursive = false, force = false } = {}): void {
    this.look();
    if (!this.paths.has(path)) {
      if (force) return;
      this.missing(path, 'rm');
    }
    const inside = [...this.paths.keys()].filter((one) => one.startsWith(`${path}/`));
    if (inside.length > 0 && !recursive) throw failure('ENOTEMPTY', 'rm', path);
    for (const one of [...inside.reverse(), path]) {
      this.change('rm', one);
      this.paths.delete(one);
    }
  }

  rename(from: string, to: string): void {
    const inode = this.found(from, 'rename');
    if (this.paths.get(dirname(to))?.isFolder !== true) this.missing(to, 'rename');
    this.change('rename', to);
    // File systems that order a rename after the contents it makes visible.
    inode.synced = inode.bytes;
    for (const [path, inner] of [...this.paths]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.paths.delete(path);
      this.paths.set(to + path.slice(from.length), inner);
    }
  }

  makeFolder(path: string, recursive: boolean): string | undefined {
    this.look();
    const known = this.paths.get(path);
    if (known !== undefined && recursive && known.isFolder) return undefined;
    if (known !== undefined) throw failure('EEXIST', 'mkdir', path);
    if (!recursive && !this.paths.has(dirname(path))) this.missing(path, 'mkdir');
    this.change('mkdir', path);
    this.#folders(path);
    return path;
  }

  list(path: string, options: { withFileTypes?: boolean; recursive?: boolean } = {}) {
    this.look();
    if (!this.found(path, 'scandir').isFolder) throw failure('ENOTDIR', 'scandir', path);
    const found = [...this.paths].filter(
      ([one]) => one.startsWith(`${path}/`) && (options.recursive === true || dirname(one) === path),
    );
    found.sort(([one], [other]) => (one < other ? -1 : 1));
    if (options.withFileTypes !== true) return found.map(([one]) => one.slice(path.length + 1));
    return found.map(([one, inode]) => ({
      ...statsOf(inode),
      name: one.slice(dirname(one).length + 1),
      parentPath: dirname(one),
      path: dirname(one),
    }));
  }

  looked(path: string, options?: { throwIfNoEntry?: boolean }) {
    this.look();
    const inode = this.paths.get(path);
    if (inode === undefined && options?.throwIfNoEntry === false) return undefined;
    return statsOf(inode ?? this.missing(path, 'stat'));
  }

  contents(path: string | number, options?: string | { encoding?: string | null }) {
    this.look();
    const { bytes } = typeof path === 'number' ? this.file(path).inode : this.found(path, 'open');
    const encoding = typeof options === 'string' ? options : options?.encoding;
    return encoding ? bytes.toString(encoding as BufferEncoding) : Buffer.from(bytes);
  }

  replace(path: string | number, data: string | Uint8Array, options?: { flag?: string; mode?: number }): void {
    const fd = typeof path === 'number' ? path : this.openFile(path, options?.flag ?? 'w', options?.mode);
    this.put(this.file(fd), bytesOf(data), null);
    if (fd !== path) this.open.delete(fd);
  }

  synced(fd: number): void {
    const { inode, path } = this.file(fd);
    this.change('sync', path);
    inode.synced = inode.bytes;
  }

  readInto(
    fd: number,
    buffer: Buffer,
    offset = 0,
    length = buffer.length - offset,
    position: number | null = null,
  ): number {
    this.look();
    const file = this.file(fd);
    const from = position ?? file.position;
    const count = file.inode.bytes.copy(buffer, offset, from, Math.min(file.inode.bytes.length, from + length));
    if (position === null) file.position += count;
    return count;
  }

  /** Takes its time, and does the work at its end. */
  later<T>(syscall: string, work: () => T): Promise<T> {
    const simulation = this.simulation;
    const process = simulation.running();
    return new Promise((resolve, reject) => {
      simulation.after(simulation.draw() * 2, process, syscall, () => {
        try {
          resolve(work());
        } catch (error) {
          if (process.isAlive) reject(error);
        }
      });
    });
  }
}
