// A playbook file may speak of some parts only: what it means for the whole, and when two of them say the same.

import { PLAYBOOK_SECTIONS } from '../../contract/playbook/sections.ts';
import { itemKey } from '../playbook/change.ts';
import { overlaid, type PlaybookContent } from '../playbook/content.ts';
import { differences, type PlaybookChange } from '../playbook/differences.ts';
import { changesOf, isSame, type ValueChange } from './compare.ts';
import type { Document, ResourceKind } from './kinds.ts';

const contentIn = (document: Document): PlaybookContent => document;

/** What the file means over another document: what it does not name of it stays, and without `prune` what it does not list. */
export function overlay(kind: ResourceKind, file: Document, over: Document, prune: boolean): Document {
  if (kind !== 'playbook') return file;
  const before = contentIn(over);
  const whole = overlaid(before, contentIn(file));
  if (prune) return { ...whole };
  const sections = PLAYBOOK_SECTIONS.flatMap((section) => {
    const own = whole[section];
    if (own === undefined) return [];
    const keys = new Set(own.map((item) => itemKey(section, item)));
    return [
      [section, [...own, ...(before[section] ?? []).filter((item) => !keys.has(itemKey(section, item)))]] as const,
    ];
  });
  return { ...whole, ...Object.fromEntries(sections) };
}

/** The parts of a document that a file speaks of. */
export function restrictedTo(kind: ResourceKind, document: Document, file: Document): Document {
  if (kind !== 'playbook') return document;
  return Object.fromEntries(Object.entries(document).filter(([section]) => Object.hasOwn(file, section)));
}

/** Whether the two say the same, as far as the second speaks. Items of a playbook have no order. */
export function isSameDocument(kind: ResourceKind, one: Document, other: Document): boolean {
  return kind === 'playbook' ? differences(contentIn(one), contentIn(other)).length === 0 : isSame(one, other);
}

/** Place by place, what makes the first document the second. */
export function documentChanges(kind: ResourceKind, before: Document, after: Document): ValueChange[] {
  if (kind !== 'playbook') return changesOf(before, after);
  return differences(contentIn(before), contentIn(after)).flatMap(playbookChanges);
}

function playbookChanges({ section, item, change, fields }: PlaybookChange): ValueChange[] {
  const where = item === '' ? section : `${section} "${item}"`;
  const named = (all: PlaybookChange['fields'], side: 'before' | 'after') =>
    Object.fromEntries(all.flatMap((one) => (one[side] === undefined ? [] : [[one.field, one[side]] as const])));
  if (change === 'create') return [{ path: where, before: undefined, after: named(fields, 'after') }];
  if (change === 'delete') return [{ path: where, before: named(fields, 'before'), after: undefined }];
  return fields.map(({ field, before, after }) => ({ path: `${where} ${field}`, before, after }));
}
