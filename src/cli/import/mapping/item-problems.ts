// Why an item would be refused: the contract's schema and the service's own rules, for the rows that are not plainly fine.

import { CompanyInput } from '../../../contract/companies/endpoints.ts';
import { ContactInput } from '../../../contract/contacts/endpoints.ts';
import { check } from '../../../contract/issues.ts';
import { getOwn } from '../../../contract/json.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import type { Item } from '../../shared/records/entity.ts';
import type { ImportPlan } from './plan.ts';

const SHOWN = 60;

function displayed(value: Item[string] | undefined): string {
  const text = String(value);
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

/** Every reason an item is refused, each naming the column; empty when it is not. */
export function itemProblems({
  entity,
  columns,
  anyLength,
}: Pick<ImportPlan, 'entity' | 'columns' | 'anyLength'>): (item: Item) => string[] {
  const schema = entity === 'CONTACT' ? ContactInput : CompanyInput;
  const rules = entity === 'CONTACT' ? contactItem : companyItem;
  const headers = new Map(columns.map(({ field, header }) => [field, header.trim()]));
  const where = (path: string): string => {
    const header = headers.get(path);
    return header === undefined || header === path ? path : `${header} (${path})`;
  };
  return (item) => {
    const issues = check(schema, item).issues ?? [];
    const known = new Set(issues.map(({ path }) => path));
    const all = [...issues, ...rules(item).issues.filter(({ path }) => !known.has(path))];
    const counted = anyLength === true ? all.filter(({ code }) => code !== 'too_big') : all;
    return counted.map(({ path, message }) => `${where(path)}: ${message}, not ${displayed(getOwn(item, path))}`);
  };
}
