// A playbook file: company fields and lists of items, by section. What is wrong with it, before it is compared or sent.

import { kindOf } from '../../contract/english.ts';
import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection, SECTIONS } from '../../contract/playbook/sections.ts';
import { routes } from '../../contract/routes/routes.ts';
import { mustBeObject } from '../keys.ts';
import { concluded, type Problem, Problems } from '../problem.ts';
import { isEmpty, itemKey } from './change.ts';
import { checkCompany, checkComplete, checkItems, checkSections, type PlaybookKnowledge } from './check.ts';

/** In a file a value that is empty says that there should be none; whether that can be is for the comparison to say. */
const isBlank = (value: unknown): boolean => value === null || (value !== false && isEmpty(value));

function withoutBlank(item: JsonObject, kept: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([field, value]) => kept.includes(field) || !isBlank(value)));
}

/**
 * All problems of a file, in its own order. With the items of the workspace known, a new item must be whole; without
 * them that is a warning, for the workspace may have the item.
 */
export function checkPlaybookFile(body: unknown, knowledge: PlaybookKnowledge = {}): Problem[] {
  const problems = Problems.none();
  if (!mustBeObject(problems, [], body, 'a playbook must be an object of sections')) return problems.found;
  checkSections(problems, body);
  const company = getOwn(body, 'company');
  if (isObject(company)) {
    checkCompany(problems, withoutBlank(company, []), knowledge);
    if (knowledge.items === undefined) warnOfBlank(problems, company);
  } else if (has(body, 'company')) checkCompany(problems, company, knowledge);
  for (const section of PLAYBOOK_SECTIONS) {
    if (has(body, section)) checkSection(problems, section, getOwn(body, section), knowledge);
  }
  return concluded(problems, body, knowledge, routes.playbook.update);
}

function warnOfBlank(problems: Problems, company: JsonObject): void {
  for (const [field, value] of Object.entries(company)) {
    if (!isBlank(value)) continue;
    problems.warn(['company', field], 'no_effect', `an empty ${field} clears nothing: the service keeps what it has`);
  }
}

function checkSection(problems: Problems, section: PlaybookSection, list: unknown, knowledge: PlaybookKnowledge): void {
  const { key, noun, required } = SECTIONS[section];
  if (!Array.isArray(list)) {
    const what = list === null ? `${section} has no value: write [] for none` : `${section} must be a list of items`;
    problems.error(
      [section],
      'invalid_type',
      `${what}, or leave it out${list === null ? '' : `; it is ${kindOf(list)}`}`,
    );
    return;
  }
  const items: readonly unknown[] = list.map((item) => (isObject(item) ? withoutBlank(item, key) : item));
  checkItems(problems, [section], section, items);
  for (const [index, item] of items.entries()) {
    const own = isObject(item) ? itemKey(section, item) : null;
    if (!isObject(item) || own === null) continue;
    if (knowledge.items === undefined) {
      const missing = required.filter((field) => !has(item, field));
      if (missing.length === 0) continue;
      const message = `a new ${noun} needs its ${missing.join(', ')}: without, the workspace must have it already`;
      problems.warn([section, index], 'incomplete', message);
    } else if (!knowledge.items.some((known) => known.section === section && !known.isRemoved && known.key === own)) {
      checkComplete(problems, [section, index], section, item);
    }
  }
}
