// Three playbooks: what two people made of the same one. Field by field, so that only the same field of the same item
// can be in conflict.

import { dictionary, getOwn } from '../../contract/dictionary.ts';
import type { JsonObject } from '../../contract/json.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection } from '../../contract/playbook/sections.ts';
import { byKey, type PlaybookContent } from './content.ts';
import { isEmpty, isSameValue, itemName, otherFields } from './items.ts';

export interface PlaybookConflict {
  readonly section: PlaybookSection | 'company';
  /** Match key as a person reads it; empty for the company. */
  readonly item: string;
  /** Empty where one side removed the item and the other changed it. */
  readonly field: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly ours: unknown;
}

export interface MergedPlaybook {
  /** Where there is a conflict, `ours`. */
  readonly content: PlaybookContent;
  readonly conflicts: readonly PlaybookConflict[];
}

type SectionInput = (field: string, base: unknown, theirs: unknown, ours: unknown) => void;

function mergedFields(
  names: Iterable<string>,
  base: JsonObject,
  theirs: JsonObject,
  ours: JsonObject,
  tell: SectionInput,
): JsonObject {
  const merged = dictionary<unknown>();
  for (const name of names) {
    const [old, their, our] = [getOwn(base, name), getOwn(theirs, name), getOwn(ours, name)];
    const isOurs = !isSameValue(old, our);
    if (isOurs && !isSameValue(old, their) && !isSameValue(their, our)) tell(name, old, their, our);
    const value = isOurs ? our : their;
    if (!isEmpty(value)) merged[name] = value;
  }
  return merged;
}

const isSameItem = (section: PlaybookSection, one: JsonObject, other: JsonObject): boolean =>
  otherFields(section).every((field) => isSameValue(getOwn(one, field), getOwn(other, field)));

function mergedSection(
  section: PlaybookSection,
  [base, theirs, ours]: readonly [readonly JsonObject[], readonly JsonObject[], readonly JsonObject[]],
  conflicts: PlaybookConflict[],
): readonly JsonObject[] {
  const [old, their, our] = [byKey(section, base), byKey(section, theirs), byKey(section, ours)];
  const merged: JsonObject[] = [];
  for (const key of new Set([...our.keys(), ...their.keys()])) {
    const [was, theirItem, ourItem] = [old.get(key), their.get(key), our.get(key)];
    const some = ourItem ?? theirItem ?? {};
    const tell: SectionInput = (field, before, theirValue, ourValue) =>
      conflicts.push({
        section,
        item: itemName(section, some),
        field,
        base: before,
        theirs: theirValue,
        ours: ourValue,
      });
    if (theirItem === undefined && ourItem !== undefined) {
      // They removed it: it stays removed, unless it is ours, or was changed by us.
      const isChanged = was === undefined || !isSameItem(section, was, ourItem);
      if (isChanged) merged.push(ourItem);
      if (isChanged && was !== undefined) tell('', was, undefined, ourItem);
    } else if (ourItem === undefined && theirItem !== undefined) {
      if (was === undefined) merged.push(theirItem);
      else if (!isSameItem(section, was, theirItem)) tell('', was, theirItem, undefined);
    } else if (theirItem !== undefined && ourItem !== undefined) {
      const merging = mergedFields(otherFields(section), was ?? {}, theirItem, ourItem, tell);
      merged.push({
        ...ourItem,
        ...Object.fromEntries(otherFields(section).map((field) => [field, getOwn(merging, field)])),
      });
    }
  }
  return section === 'productsServices' ? oneMain(merged, our, old) : merged;
}

/** Both promoted a product: ours it is. */
function oneMain(
  merged: readonly JsonObject[],
  ours: ReadonlyMap<string, JsonObject>,
  base: ReadonlyMap<string, JsonObject>,
): readonly JsonObject[] {
  const isMain = (item: JsonObject | undefined) => item !== undefined && getOwn(item, 'isMainProduct') === true;
  if (merged.filter(isMain).length < 2) return merged;
  const promoted = [...ours].find(([key, item]) => isMain(item) && !isMain(base.get(key)))?.[1];
  const name = promoted ?? merged.find(isMain);
  return merged.map((item) =>
    isMain(item) && itemName('productsServices', item) !== itemName('productsServices', name ?? {})
      ? { ...item, isMainProduct: undefined }
      : item,
  );
}

/**
 * What `ours` did to `base`, done to `theirs`, which others made of the same `base`. What `ours` does not speak of is not
 * spoken of. `base` and `theirs` are whole in what `ours` speaks of.
 */
export function mergePlaybooks(base: PlaybookContent, theirs: PlaybookContent, ours: PlaybookContent): MergedPlaybook {
  const conflicts: PlaybookConflict[] = [];
  const content: { company?: JsonObject } & { [S in PlaybookSection]?: readonly JsonObject[] } = {};
  if (ours.company !== undefined) {
    const [old, their, our] = [base.company ?? {}, theirs.company ?? {}, ours.company];
    const names = new Set([...Object.keys(our), ...Object.keys(their)]);
    content.company = mergedFields(names, old, their, our, (field, was, theirValue, ourValue) =>
      conflicts.push({ section: 'company', item: '', field, base: was, theirs: theirValue, ours: ourValue }),
    );
  }
  for (const section of PLAYBOOK_SECTIONS) {
    const items = ours[section];
    if (items === undefined) continue;
    content[section] = mergedSection(section, [base[section] ?? [], theirs[section] ?? [], items], conflicts);
  }
  return { content, conflicts };
}
