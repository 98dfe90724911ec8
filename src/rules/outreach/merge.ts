// Three documents: what a file and a workspace made of the same one. Place by place, so that only the same place can be in
// conflict.

import { pathText } from '../../contract/envelope.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../contract/json.ts';
import { PLAYBOOK_SECTIONS } from '../../contract/playbook/sections.ts';
import { commonSequence } from '../common-sequence.ts';
import { isEmpty, itemName, nameOfKey } from '../playbook/change.ts';
import { byKey, contentOf, keptOf, type PlaybookContent } from '../playbook/content.ts';
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
  readonly #pathOf: (at: At) => string;

  constructor(preferred: Preferred, pathOf: (at: At) => string = pathText) {
    this.#preferred = preferred;
    this.#pathOf = pathOf;
  }

  value(base: unknown, theirs: unknown, ours: unknown, at: At): unknown {
    if (isSame(theirs, ours) || isSame(base, theirs)) return ours;
    if (isSame(base, ours)) return theirs;
    if (isObject(theirs) && isObject(ours)) return this.#fields(objectIn(base), theirs, ours, at);
    if (Array.isArray(theirs) && Array.isArray(ours) && Array.isArray(base)) {
      const merged = this.#list(base, theirs, ours, at);
      if (merged !== null) return merged;
    }
    this.conflicts.push({ path: this.#pathOf(at), base, theirs, ours });
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
    if (!isItemwise || isReordered(base, theirs) || isReordered(base, ours)) return null;
    return ours.map((item, index) => this.value(base[index], theirs[index], item, [...at, index]));
  }
}

/** An item stands where another one stood: by its place it would be merged with that one. */
const isReordered = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  after.some((item, at) => !isSame(item, before[at]) && before.some((other) => isSame(item, other)));

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

/** A playbook of the sections that the file speaks of. */
function mergedPlaybook(base: Document, theirs: Document, ours: Document, preferred: Preferred): Merged {
  const isOurs = preferred === 'ours';
  const { content, conflicts } = isOurs ? mergePlaybooks(base, theirs, ours) : mergePlaybooks(base, ours, theirs);
  return {
    document: Object.fromEntries(Object.entries(content).filter(([section]) => Object.hasOwn(ours, section))),
    conflicts: isOurs ? conflicts : conflicts.map((one) => ({ ...one, theirs: one.ours, ours: one.theirs })),
  };
}

/**
 * What `ours` did to `base`, done to `theirs`, which others made of the same `base`. What `ours` does not speak of is not
 * spoken of. `base` and `theirs` are whole in what `ours` speaks of.
 */
export function mergePlaybooks(
  base: PlaybookContent,
  theirs: PlaybookContent,
  ours: PlaybookContent,
): { readonly content: PlaybookContent; readonly conflicts: readonly Conflict[] } {
  const merging = new Merging('ours', playbookPath);
  const merged = objectIn(merging.value(byKeys(base, ours), byKeys(theirs, ours), byKeys(ours, ours), []));
  const content = Object.entries(merged).map(([section, fields]) => {
    if (section === 'company') return [section, fields] as const;
    const items = Object.values(objectIn(fields)).filter(isObject);
    return [section, section === 'productsServices' ? oneMain(items, base, ours) : items] as const;
  });
  return { content: Object.fromEntries(content), conflicts: merging.conflicts };
}

/** `faqs "Q" answer`; without a field where one side removed the item and the other changed it. */
function playbookPath([section, ...rest]: At): string {
  const [item, ...fields] = section === 'company' ? [null, ...rest] : rest;
  const names = typeof item === 'string' ? [`"${nameOfKey(item)}"`] : [];
  return [section, ...names, ...fields].join(' ');
}

/** Items by their keys and nothing that is empty, so that one place is the same in each; only what `of` speaks of. */
function byKeys(content: PlaybookContent, of: PlaybookContent): Document {
  const filled = (fields: JsonObject) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
  const sections = PLAYBOOK_SECTIONS.filter((section) => of[section] !== undefined).map((section) => {
    const items = [...byKey(section, content[section])].map(([key, item]) => [key, filled(item)] as const);
    return [section, Object.fromEntries(items)] as const;
  });
  return {
    ...(of.company !== undefined && { company: filled(content.company ?? {}) }),
    ...Object.fromEntries(sections),
  };
}

/** Both promoted a product: ours it is. */
function oneMain(merged: readonly JsonObject[], base: PlaybookContent, ours: PlaybookContent): readonly JsonObject[] {
  const section = 'productsServices';
  const isMain = (item: JsonObject | undefined) => item !== undefined && getOwn(item, 'isMainProduct') === true;
  if (merged.filter(isMain).length < 2) return merged;
  const old = byKey(section, base[section]);
  const promoted = [...byKey(section, ours[section])].find(([key, item]) => isMain(item) && !isMain(old.get(key)));
  const name = itemName(section, promoted?.[1] ?? merged.find(isMain) ?? {});
  return merged.map((item) => {
    const { isMainProduct: _, ...rest } = item;
    return itemName(section, item) === name ? item : rest;
  });
}

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
