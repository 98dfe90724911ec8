// A workspace as the service shows it: contacts and companies with their fields, lists with their members.

import type { JsonObject } from '../../../../src/contract/json.ts';
import type { Reach } from '../../world.ts';
import { all } from './workspace.ts';

type Values = Map<string, string>;
/** `contact 5`, `company 2`, `field contact Note`, or `list 1` with `member 5` → its values as JSON. */
export type Snapshot = Map<string, Values>;

/** What is not of the record itself. */
const LEFT_OUT = new Set(
  'id appUrl company companyAppUrl isCompanyInCRM isInCRM icpScore scoreBand leadsCount size createdAt updatedAt'.split(
    ' ',
  ),
);

const valuesOf = (record: JsonObject): Values =>
  new Map(
    Object.entries(record).flatMap(([name, value]): [string, string][] =>
      LEFT_OUT.has(name) || value === null || value === '' || JSON.stringify(value) === '[]'
        ? []
        : [[name, JSON.stringify(value)]],
    ),
  );

export async function snapshot(reach: Reach): Promise<Snapshot> {
  const found: Snapshot = new Map();
  for (const [noun, group] of [
    ['contact', 'contacts'],
    ['company', 'companies'],
  ] as const) {
    const { body } = await reach.world.call('GET', `/v1/${group}/fields`);
    const customs = body.data.fields.filter(
      (field: JsonObject) => field['fieldType'] === 'EMPTY_FIELD' && field['editable'] === true,
    );
    for (const { id } of customs) found.set(`field ${noun} ${id}`, new Map());
    const asked = customs.map(({ id }: JsonObject) => `fields=${encodeURIComponent(String(id))}`).join('&');
    for (const record of await all(reach.world, `/v1/${group}?${asked}`, group))
      found.set(`${noun} ${record.id}`, valuesOf(record));
  }
  for (const list of await all(reach.world, '/v1/lists', 'lists')) {
    const values = valuesOf(list);
    const group = list['entity'] === 'CONTACT' ? 'contacts' : 'companies';
    for (const { id } of await all(reach.world, `/v1/${group}?listId=${list.id}`, group))
      values.set(`member ${id}`, 'true');
    found.set(`list ${list.id}`, values);
  }
  return found;
}

export interface Difference {
  readonly record: string;
  readonly field: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function differences(before: Snapshot, after: Snapshot): Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((record) => {
    const [was, is] = [before.get(record), after.get(record)];
    const fields = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
    const values = fields.map((field) => ({ record, field, from: was?.get(field), to: is?.get(field) }));
    const exists = [{ record, field: 'exists', from: was && 'true', to: is && 'true' }];
    return [...exists, ...values].filter(({ from, to }) => from !== to);
  });
}

export const keyOf = ({ record, field }: Pick<Difference, 'record' | 'field'>) => `${record}: ${field}`;
export const textOf = (one: Difference) => `${keyOf(one)} ${one.from} → ${one.to}`;
