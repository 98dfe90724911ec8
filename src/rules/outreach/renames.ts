// A resource that has another name in its file than the lock knows it by: renamed, and not created again.

import { isSame } from './compare.ts';
import { type Document, keyOf, kindOfKey, RENAMABLE, type ResourceKind } from './kinds.ts';
import type { OutreachLock } from './lock.ts';

interface FiledResource {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly file: string;
  readonly document: Document;
}

const unnamed = ({ name: _, ...rest }: Document): Document => rest;

/**
 * New name → the one it had, which is nowhere else now: as `moved` has it; else that of a file at the same place; else that
 * of the only entry which says the same under another name at another place.
 */
export function renamesOf(
  wanted: readonly FiledResource[],
  lock: OutreachLock,
  inFiles: ReadonlySet<string>,
  moved: ReadonlyMap<string, string>,
): Map<string, string> {
  const renamed = new Map<string, string>();
  const files = new Set(wanted.map(({ file }) => file));
  for (const { kind, name, file, document } of wanted) {
    const key = keyOf(kind, name);
    if (lock.resources.has(key) || !RENAMABLE.has(kind)) continue;
    const left = [...lock.resources].filter(([other]) => kindOfKey(other) === kind && !inFiles.has(other));
    const alike = left.filter(
      ([, entry]) => !files.has(entry.file) && isSame(unnamed(entry.document), unnamed(document)),
    );
    const old =
      left.find(([other]) => moved.get(other) === key) ??
      left.find(([, entry]) => entry.file === file) ??
      (alike.length === 1 ? alike[0] : undefined);
    if (old !== undefined) renamed.set(key, old[0]);
  }
  return renamed;
}
