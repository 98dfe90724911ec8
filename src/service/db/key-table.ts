// A table of keys in a temporary file of SQLite, which has no name: nothing of it outlives the process.

import { openTemporary } from './sqlite.ts';

const CACHE_KILOBYTES = 32_000;

/** For one who only adds and looks up. */
export function openKeyTable(): {
  lineOf(key: string): number | undefined;
  add(key: string, line: number): void;
  close(): void;
} {
  const table = openTemporary(Number(process.versions.node.split('.')[0]), CACHE_KILOBYTES);
  table.exec('create table keys (key text primary key, line integer not null) without rowid; begin');
  return {
    lineOf(key) {
      const [found] = table.all('select line from keys where key = ?', [key]) as { line: number }[];
      return found?.line;
    },
    add: (key, line) => void table.all('insert into keys values (?, ?)', [key, line]),
    close: () => table.close(),
  };
}
