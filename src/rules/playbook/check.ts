// Everything that is wrong with a change of the playbook, at once and before any write: `checkUpdate` for a request,
// `checkPlaybookFile` (file.ts) for a file.

import { withArticle } from '../../contract/english.ts';
import { dictionary, getOwn, has, isObject, type JsonObject, listIn, valueIn } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { CompanyText, ITEMS } from '../../contract/playbook/endpoints.ts';
import {
  COMPANY_FIELDS,
  ITEM_READ_ONLY,
  PLAYBOOK_SECTIONS,
  type PlaybookSection,
  READ_AS,
  SECTIONS,
} from '../../contract/playbook/sections.ts';
import { routes } from '../../contract/routes/routes.ts';
import { checkEach, checkId, checkValue } from '../check-value.ts';
import { checkKeys, mustBeList, mustBeObject } from '../keys.ts';
import { type At, concluded, type Problem, Problems, type ServiceKnowledge } from '../problem.ts';
import { isSection, itemKey, type KeptItem } from './change.ts';

/** An item of the workspace, as far as a check needs it. */
type KnownItem = Omit<KeptItem, 'fields'>;

/** What is known of the workspace; what is left out is not checked. */
export interface PlaybookKnowledge extends ServiceKnowledge {
  readonly items?: readonly KnownItem[] | undefined;
  /** Names beside COMPANY_FIELDS that the workspace was seen to have. */
  readonly companyFields?: readonly string[] | undefined;
}

/** All problems of the body of a PUT, in its own order; each refuses it as a whole. */
export function checkUpdate(body: unknown, knowledge: PlaybookKnowledge = {}): Problem[] {
  const problems = Problems.none();
  if (!mustBeObject(problems, [], body, 'a change of the playbook must be an object of sections'))
    return problems.found;
  checkSections(problems, body);
  if (has(body, 'company')) checkCompany(problems, getOwn(body, 'company'), knowledge);
  for (const section of PLAYBOOK_SECTIONS) {
    const change = getOwn(body, section);
    if (change !== undefined) checkSection(problems, section, change, knowledge);
  }
  return concluded(problems, body, knowledge, routes.playbook.update);
}

/** Names of sections. `idealCompanies` is the service's own. */
export function checkSections(problems: Problems, body: JsonObject): void {
  const known = ['company', ...PLAYBOOK_SECTIONS];
  const strange = dictionary<unknown>();
  for (const [key, value] of Object.entries(body)) {
    if (known.includes(key)) continue;
    const readAs = PLAYBOOK_SECTIONS.find((section) => READ_AS[section] === key);
    if (key === 'idealCompanies') problems.error([key], 'not_writable', 'idealCompanies is created by the service');
    else if (readAs !== undefined) problems.error([key], 'unknown_key', `${key} is written as ${readAs}`);
    else strange[key] = value;
  }
  checkKeys(problems, [], strange, known, 'a playbook', [], 'given');
}

/** Company fields are texts; an empty one is accepted and changes nothing. */
export function checkCompany(problems: Problems, company: unknown, { companyFields = [] }: PlaybookKnowledge): void {
  if (!mustBeObject(problems, ['company'], company, 'company must be an object of company fields')) return;
  const known = [...new Set([...COMPANY_FIELDS, ...companyFields])];
  checkKeys(problems, ['company'], company, known, 'company');
  for (const field of known) {
    if (!has(company, field)) continue;
    checkValue(problems, ['company', field], getOwn(company, field), CompanyText);
  }
}

function checkSection(problems: Problems, section: PlaybookSection, change: unknown, knowledge: PlaybookKnowledge) {
  if (!mustBeObject(problems, [section], change, `${section} must be an object with upsert and deleteIds`)) return;
  checkKeys(problems, [section], change, ['upsert', 'deleteIds'], section, [], 'given');
  const ids = listOf(problems, [section, 'deleteIds'], getOwn(change, 'deleteIds'));
  const items = listOf(problems, [section, 'upsert'], getOwn(change, 'upsert'));
  const active = knowledge.items?.filter((item) => item.section === section && !item.isRemoved);
  checkDeleteIds(problems, section, ids, active);
  const leaving = new Set(active?.filter(({ id }) => ids.includes(id)).map(({ key }) => key));
  checkItems(problems, [section, 'upsert'], section, items);
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    const at = [section, 'upsert', index];
    const key = itemKey(section, item);
    if (key === null) continue;
    if (leaving.has(key)) {
      problems.undocumented(at, 'upsert_and_delete', `this ${SECTIONS[section].noun} is also in deleteIds`);
    }
    const isKnown = knowledge.items?.some((known) => known.section === section && known.key === key) ?? true;
    if (!isKnown) checkComplete(problems, at, section, item);
  }
}

function listOf(problems: Problems, at: At, value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  const name = at.join('.');
  if (!mustBeList(problems, at, value, `${name} must be a list`)) return [];
  if (value.length > LIMITS.playbookItems) {
    const message = `${name} has ${value.length} entries; at most ${LIMITS.playbookItems} are allowed in one request`;
    problems.error(at, 'too_big', message);
  }
  return value;
}

/** Only ids of items that exist. */
function checkDeleteIds(
  problems: Problems,
  section: PlaybookSection,
  ids: readonly unknown[],
  active: readonly KnownItem[] | undefined,
): void {
  for (const [index, id] of ids.entries()) {
    const at = [section, 'deleteIds', index];
    const before = problems.found.length;
    checkId(problems, at, id);
    if (problems.found.length > before || active === undefined || active.some((item) => item.id === id)) continue;
    problems.error(at, 'unknown_item', `there is no ${SECTIONS[section].noun} ${id} in this workspace`);
  }
}

/** Items of one section: fields, match keys, no key twice, one main product. */
export function checkItems(problems: Problems, at: At, section: PlaybookSection, items: readonly unknown[]): void {
  const seen = new Map<string, number>();
  let main: number | null = null;
  for (const [index, item] of items.entries()) {
    const here = [...at, index];
    const { noun } = SECTIONS[section];
    if (!mustBeObject(problems, here, item, `${withArticle(noun)} must be an object`)) continue;
    checkItem(problems, here, section, item);
    const key = itemKey(section, item);
    const first = key === null ? undefined : seen.get(key);
    if (first !== undefined) {
      problems.undocumented(here, 'duplicate_item', `this ${noun} is already at ${at.join('.')}[${first}]`);
    } else if (key !== null) seen.set(key, index);
    if (getOwn(item, 'isMainProduct') !== true || section !== 'productsServices') continue;
    if (main !== null) {
      const message = `only one product can be the main product; this one replaces ${at.join('.')}[${main}]`;
      problems.warn([...here, 'isMainProduct'], 'duplicate_main', message);
    }
    main = index;
  }
}

function checkItem(problems: Problems, at: At, section: PlaybookSection, item: JsonObject): void {
  const { noun, key } = SECTIONS[section];
  const fields = ITEMS[section].shape;
  for (const field of ITEM_READ_ONLY) {
    if (!has(item, field)) continue;
    const why =
      field === 'id' ? `${withArticle(noun)} is matched by its ${key.join(' and ')}` : 'the service creates it';
    problems.error([...at, field], 'not_writable', `${field} cannot be written: ${why}`);
  }
  checkKeys(problems, at, item, Object.keys(fields), withArticle(noun), ITEM_READ_ONLY, 'given');
  for (const field of key) {
    if (!has(item, field))
      problems.error([...at, field], 'required', `${withArticle(noun)} needs its ${field}: it is matched by it`);
  }
  checkEach(problems, at, item, fields);
}

/** What a new item needs. */
export function checkComplete(problems: Problems, at: At, section: PlaybookSection, item: JsonObject): void {
  const { noun, required } = SECTIONS[section];
  for (const field of required) {
    if (!has(item, field)) problems.error([...at, field], 'required', `a new ${noun} needs its ${field}`);
  }
}

export interface RejectedItem {
  readonly section: PlaybookSection;
  /** In its `upsert`. */
  readonly index: number;
  readonly path: string;
  readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** `details.rejectedItems` and `details.invalidDeleteIds` of a refusal. Their shape is undocumented. */
export function rejectionsOf(body: unknown, problems: readonly Problem[]) {
  const items = new Map<string, RejectedItem>();
  const ids: unknown[] = [];
  for (const { at, code, message } of problems) {
    const [section, list, index, ...rest] = at;
    if (!isSection(section) || typeof index !== 'number') continue;
    if (list === 'deleteIds' && code === 'unknown_item') ids.push(listIn(valueIn(body, section, list))[index]);
    if (list !== 'upsert') continue;
    const path = `${section}.upsert[${index}]`;
    const reasons = [...(items.get(path)?.reasons ?? []), { field: rest.join('.'), code, message }];
    items.set(path, { section, index, path, reasons });
  }
  return {
    ...(items.size > 0 && { rejectedItems: [...items.values()] }),
    ...(ids.length > 0 && { invalidDeleteIds: [...new Set(ids)] }),
  };
}
