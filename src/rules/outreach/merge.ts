// Three documents: what a file and a workspace made of the same one. Place by place, so that only the same place can be in
// conflict.

import { pathText } from '../../contract/envelope.ts';
import { getOwn, isObject, objectIn } from '../../contract/json.ts';
import { commonSequence } from '../common-sequence.ts';
import { contentOf, keptOf, type PlaybookContent } from '../playbook/content.ts';
import { mergePlaybooks } from '../playbook/differences.ts';
import type { At } from '../problem.ts';
import { isSame, itemsById } from './compare.ts';
import type { Document, ResourceKind } from './kinds.ts';

export interface Conflict {
  readonly path: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly ours: unknown;
}

export interface Merged {
  /** Where there is a conflict, the value of the side that is preferred. */
  readonly document: Document;
  readonly conflicts: readonly Conflict[];
}

/** Whose value stands where both changed the same place. */
type Preferred = 'ours' | 'theirs';

class Merging {
  readonly conflicts: Conflict[] = [];
  readonly #preferred: Preferred;

  constructor(preferred: Preferred) {
    this.#preferred = preferred;
  }

  value(base: unknown, theirs: unknown, ours: unknown, at: At): unknown {
    if (isSame(theirs, ours) || isSame(base, theirs)) return ours;
    if (isSame(base, ours)) return theirs;
    if (isObject(theirs) && isObject(ours)) return this.#fields(objectIn(base), theirs, ours, at);
    if (Array.isArray(theirs) && Array.isArray(ours) && Array.isArray(base)) {
      const merged = this.#list(base, theirs, ours, at);
      if (merged !== null) return merged;
    }
    this.conflicts.push({ path: pathText(at), base, theirs, ours });
    return this.#preferred === 'ours' ? ours : theirs;
  }

  #fields(base: Document, theirs: Document, ours: Document, at: At): Document {
    const keys = [...Object.keys(ours), ...Object.keys(theirs).filter((key) => !Object.hasOwn(ours, key))];
    const merged = keys.map(
      (key) => [key, this.value(getOwn(base, key), getOwn(theirs, key), getOwn(ours, key), [...at, key])] as const,
    );
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }

  /** Null where the two lists cannot be compared item by item. */
  #list(
    base: readonly unknown[],
    theirs: readonly unknown[],
    ours: readonly unknown[],
    at: At,
  ): readonly unknown[] | null {
    const [old, their, our] = [itemsById(base), itemsById(theirs), itemsById(ours)];
    if (old !== null && their !== null && our !== null) {
      const ids = [...our.keys(), ...[...their.keys()].filter((id) => !our.has(id))];
      const merged = ids.map((id) => this.value(old.get(id), their.get(id), our.get(id), [...at, ids.indexOf(id)]));
      return merged.filter((item) => item !== undefined);
    }
    const isItemwise = base.length === theirs.length && base.length === ours.length && ours.some(isObject);
    if (!isItemwise) return null;
    return ours.map((item, index) => this.value(base[index], theirs[index], item, [...at, index]));
  }
}

/**
 * What `ours` did to `base`, done to `theirs`. `base` is null where nothing is known of a common past: then what both have
 * otherwise is in conflict.
 */
export function mergeDocuments(
  kind: ResourceKind,
  base: Document | null,
  theirs: Document,
  ours: Document,
  preferred: Preferred = 'ours',
): Merged {
  if (kind === 'playbook') return mergedPlaybook(base ?? {}, theirs, ours, preferred);
  const merging = new Merging(preferred);
  const document = merging.value(base ?? undefined, theirs, ours, []);
  return { document: isObject(document) ? document : ours, conflicts: merging.conflicts };
}

const contentIn = (document: Document): PlaybookContent => document;

function mergedPlaybook(base: Document, theirs: Document, ours: Document, preferred: Preferred): Merged {
  const isOurs = preferred === 'ours';
  const [first, second] = isOurs ? [theirs, ours] : [ours, theirs];
  const { content, conflicts } = mergePlaybooks(contentIn(base), contentIn(first), contentIn(second));
  // Through the form of a read, so that what is empty and the order of fields are the same on both sides.
  return {
    document: tidied(content, ours),
    conflicts: conflicts.map(({ section, item, field, base: was, theirs: one, ours: other }) => ({
      path: [section, item === '' ? '' : `"${item}"`, field].filter((part) => part !== '').join(' '),
      base: was,
      theirs: isOurs ? one : other,
      ours: isOurs ? other : one,
    })),
  };
}

/** A playbook without what is empty, of the sections that the file speaks of. */
function tidied(content: PlaybookContent, file: Document): Document {
  const sections = Object.entries(content)
    .filter(([section]) => Object.hasOwn(file, section))
    .map(([section, value]) => [
      section,
      Array.isArray(value) ? value.map(filled) : isObject(value) ? filled(value) : value,
    ]);
  return Object.fromEntries(sections);
}

function filled(item: unknown): unknown {
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null));
}

/** A playbook as it is read, as a document. */
export function playbookDocument(playbook: unknown): Document {
  return { ...contentOf(keptOf(playbook)) };
}

// Two texts line by line: what both have, and what only one has.

/** Lines that both texts have, or at one place what each has instead. */
type Piece =
  | { readonly same: readonly string[] }
  | { readonly before: readonly string[]; readonly after: readonly string[] };

/** The pieces in order; joined, the `before` of all of them is the first text again. */
export function piecesOf(before: readonly string[], after: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let same: string[] = [];
  let [row, column] = [0, 0];
  for (const [nextRow, nextColumn] of [...commonSequence(before, after), [before.length, after.length] as const]) {
    if (nextRow > row || nextColumn > column) {
      if (same.length > 0) pieces.push({ same });
      same = [];
      pieces.push({ before: before.slice(row, nextRow), after: after.slice(column, nextColumn) });
    }
    const line = before[nextRow];
    if (line !== undefined) same.push(line);
    [row, column] = [nextRow + 1, nextColumn + 1];
  }
  return same.length > 0 ? [...pieces, { same }] : pieces;
}

/** Both texts as one, each place where they differ between marks; not valid YAML, so that it cannot be applied unresolved. */
export function conflictText(ours: string, theirs: string, label: string): string {
  const pieces = piecesOf(ours.split('\n'), theirs.split('\n'));
  return pieces
    .flatMap((piece) =>
      'same' in piece ? piece.same : ['<<<<<<< file', ...piece.before, '=======', ...piece.after, `>>>>>>> ${label}`],
    )
    .join('\n');
}
