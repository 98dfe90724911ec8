// What keeps the store of this machine from being used, in the words of a command.

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { localFolder } from './cli/session/connect.ts';
import { pathsOf } from './cli/session/paths.ts';
import { CliError, diskError } from './cli/terminal/exit.ts';
import { harmless } from './cli/terminal/formats/cells.ts';
import type { Io } from './cli/terminal/io.ts';
import { isDiskFailure, SnapshotUnwritten, StoreDamaged, StoreRefused } from './service/core/store.ts';

/** How to go on with a damaged store. */
function wayBack(io: Io, storePath: string): string {
  const folder = dirname(storePath);
  const where = folder === localFolder(pathsOf(io)) ? '' : ` --data ${folder}`;
  return `reach local restore FILE${where} puts a snapshot in its place; moving it away starts over`;
}

/** SQLite has no room for what it shares between processes. */
const STORE_ROOM = 65_536;

/** A full disk is called an input or output error by SQLite, where it is the files beside the store that have no room. */
function causeOf(error: unknown, folder: string): unknown {
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < STORE_ROOM) return Object.assign(new Error('no space', { cause: error }), { code: 'ENOSPC' });
  } catch {}
  return error;
}

/** What keeps a store from being opened is for its owner to fix (a folder, a disk, a foreign file), and not a bug of ours. */
export function storeProblem(io: Io, error: unknown, folder: string): unknown {
  if (error instanceof StoreDamaged)
    return new CliError('later', 'store_damaged', error.message, { hint: wayBack(io, error.path) });
  if (error instanceof StoreRefused) return new CliError('usage', 'store', error.message);
  if (error instanceof SnapshotUnwritten)
    return diskError('write', error.message, causeOf(error.cause, dirname(error.path)));
  if (!isDiskFailure(error)) return error;
  const hint = 'REACH_HOME, or --data of reach serve, names another one';
  return diskError('store', `cannot use the data folder ${folder}`, causeOf(error, folder), hint);
}

/** Of reach serve, which goes on. */
export async function reportDisk(io: Io, error: unknown): Promise<void> {
  const hint = !(error instanceof StoreDamaged)
    ? ''
    : error.isWhole
      ? '\nhint: start it again: the index is rebuilt from the log, and nothing is lost'
      : `\nhint: stop it; ${wayBack(io, error.path)}`;
  await io.stderr.write(`local service: ${harmless(error instanceof Error ? error.message : String(error))}${hint}\n`);
}
