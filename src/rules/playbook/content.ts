// A playbook as people write it: company fields, and in each section the items with the fields that can be written.
// Outreach files, `playbook export` and every comparison use this form.

import { isId } from '../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, listIn, objectIn, recordOf, valueIn } from '../../contract/json.ts';
import {
  COMPANY_FIELDS,
  fieldsOfSection,
  ITEM_READ_ONLY,
  PLAYBOOK_SECTIONS,
  type PlaybookSection,
  READ_AS,
  SECTIONS,
} from '../../contract/playbook/sections.ts';
import { isFileOnly } from '../file-keys.ts';
import { isEmpty, itemKey, type KeptItem, type KeptPlaybook, keyParts } from './change.ts';

/** A section (or `company`) that is left out is not spoken of; an empty one has nothing in it. */
export type PlaybookContent = { readonly company?: JsonObject } & {
  readonly [S in PlaybookSection]?: readonly JsonObject[];
};

/** The answer of a read, as the rules keep a playbook. What this build does not know is passed over. */
export function keptOf(playbook: unknown): KeptPlaybook {
  const items: KeptItem[] = [];
  for (const section of PLAYBOOK_SECTIONS) {
    for (const item of listIn(valueIn(playbook, READ_AS[section])).filter(isObject)) {
      const [id, key] = [getOwn(item, 'id'), itemKey(section, item)];
      if (key === null) continue;
      const known = isId(id) ? id : null;
      items.push({ id: known, section, key, fields: writable(section, item), isRemoved: false });
    }
  }
  return { company: filledTexts(objectIn(valueIn(playbook, 'company'))), items };
}

function filledTexts(company: JsonObject): Record<string, string> {
  const known = COMPANY_FIELDS.map((name) => [name, getOwn(company, name)] as const);
  const others = Object.entries(company).filter(([name]) => !COMPANY_FIELDS.some((field) => field === name));
  return Object.fromEntries(
    [...known, ...others].flatMap(([name, value]) =>
      typeof value === 'string' && !isEmpty(value) ? [[name, value]] : [],
    ),
  );
}

/** The fields of an item that can be written and have a value, in their order; the key trimmed. */
function writable(section: PlaybookSection, item: JsonObject): JsonObject {
  const { key } = SECTIONS[section];
  const parts = keyParts(section, item) ?? [];
  return Object.fromEntries(
    fieldsOfSection(section).flatMap((field) => {
      const value = key.includes(field) ? parts[key.indexOf(field)] : getOwn(item, field);
      return isEmpty(value) ? [] : [[field, value]];
    }),
  );
}

/** All of a playbook, every section: what `export` writes. Removed items are not in it. */
export function contentOf({ company, items }: KeptPlaybook): Required<PlaybookContent> {
  const of = (section: PlaybookSection) =>
    items.filter((item) => item.section === section && !item.isRemoved).map(({ fields }) => writable(section, fields));
  return { company, ...recordOf(PLAYBOOK_SECTIONS, of) };
}

/** What a file says, once `checkPlaybookFile` has nothing against it. Values that are empty on purpose stay empty. */
export function contentOfFile(body: unknown): PlaybookContent {
  if (!isObject(body)) return {};
  const company = getOwn(body, 'company');
  const content: { company?: JsonObject } & { [S in PlaybookSection]?: readonly JsonObject[] } = {};
  if (isObject(company)) content.company = company;
  for (const section of PLAYBOOK_SECTIONS) {
    const list = getOwn(body, section);
    if (Array.isArray(list)) content[section] = list.filter(isObject).map((item) => inOrder(section, item));
  }
  return content;
}

/** Own fields in their order, the key trimmed; empty values too. Then those that --no-check lets pass. */
function inOrder(section: PlaybookSection, item: JsonObject): JsonObject {
  const { key } = SECTIONS[section];
  const parts = keyParts(section, item) ?? [];
  const fields: readonly string[] = fieldsOfSection(section);
  const others = Object.keys(item).filter(
    (name) => !fields.includes(name) && !isFileOnly(name) && !ITEM_READ_ONLY.some((one) => one === name),
  );
  return Object.fromEntries(
    [...fields, ...others].flatMap((field) => {
      const value = key.includes(field) ? parts[key.indexOf(field)] : getOwn(item, field);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

export function byKey(section: PlaybookSection, items: readonly JsonObject[] = []): ReadonlyMap<string, JsonObject> {
  return new Map(
    items.flatMap((item) => {
      const key = itemKey(section, item);
      return key === null ? [] : [[key, item] as const];
    }),
  );
}

/**
 * A file that speaks of some fields only, as the whole it means over a live playbook: what it does not name of the
 * company, and of an item it lists, is as the live one has it. Where it promotes a product, no other stays promoted.
 */
export function overlaid(live: PlaybookContent, file: PlaybookContent): PlaybookContent {
  const content: { company?: JsonObject } & { [S in PlaybookSection]?: readonly JsonObject[] } = {};
  if (file.company !== undefined) content.company = { ...live.company, ...file.company };
  for (const section of PLAYBOOK_SECTIONS) {
    const items = file[section];
    if (items === undefined) continue;
    const known = byKey(section, live[section]);
    const promotes = items.some((item) => getOwn(item, 'isMainProduct') === true);
    content[section] = items.map((item) => {
      const { isMainProduct, ...before } = known.get(itemKey(section, item) ?? '') ?? {};
      const main = isMainProduct === true && !promotes ? { isMainProduct } : {};
      return inOrder(section, { ...before, ...main, ...item });
    });
  }
  return content;
}
