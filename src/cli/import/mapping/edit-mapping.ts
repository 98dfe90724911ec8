// The mapping, changed by a person at a terminal: a column, then where it goes, until it is right.

import type { EntityName } from '../../../contract/entities.ts';
import { dictionary, getOwn } from '../../../contract/json.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import { nameProblem } from '../../../rules/records/items.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { CellReader, type MappedColumn } from './cell.ts';
import type { Mapping } from './map-columns.ts';
import { targetFields } from './target-fields.ts';
import { TextScan } from './text-scan.ts';

type ColumnTarget = Pick<Mapping['columns'][number], 'field' | 'kind'>;

const SHOWN_VALUES = 3;
const SHOWN_CHARACTERS = 24;

const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;

/** The first different values of a column, in a few words. */
function valuesOf(rows: readonly (readonly string[])[], index: number): string {
  const values = new Set(rows.map((cells) => cells[index]?.trim() ?? '').filter((value) => value !== ''));
  return [...values]
    .slice(0, SHOWN_VALUES)
    .map((value) => shortened(harmless(value)))
    .join(', ');
}

/** The mapping with this column going elsewhere; `null` = not imported. A column that had the field loses it. */
export function withColumn(
  mapping: Mapping,
  header: readonly string[],
  index: number,
  target: ColumnTarget | null,
): Mapping {
  const name = header[index]?.trim() ?? '';
  const columns = mapping.columns.filter((column) => column.index !== index && column.field !== target?.field);
  const losers = mapping.columns.filter((column) => column.index !== index && column.field === target?.field);
  const skipped = mapping.skipped.filter((column) => column.index !== index);
  const why = target === null ? 'skipped' : `${target.field} already comes from "${name}"`;
  const lost = (target === null ? [{ index, header: name }] : losers).map((column) => ({
    index: column.index,
    header: column.header,
    why,
    suggestion: '',
  }));
  return {
    columns:
      target === null
        ? columns
        : [...columns, { index, header: name, ...target }].toSorted((a, b) => a.index - b.index),
    skipped: [...skipped, ...lost].toSorted((a, b) => a.index - b.index),
    problems: mapping.problems,
  };
}

export interface EditedMapping {
  readonly entity: EntityName;
  readonly header: readonly string[];
  /** Some rows, for their values. */
  readonly rows: readonly (readonly string[])[];
  readonly discovered: readonly FieldDescriptor[] | null;
  /** Whether a column may name the records to update. */
  readonly ids: boolean;
}

/** Asks until the person is done. */
export async function editMapping({ prompt }: Session, mapping: Mapping, file: EditedMapping): Promise<Mapping> {
  let edited = mapping;
  for (;;) {
    const index = await prompt.search('Which column?', '--map', columnChoices(edited, file));
    if (index === null) return edited;
    const choices = targetChoices(file, index);
    const name = harmless(file.header[index]?.trim() ?? '');
    const column = edited.columns.find((one) => one.index === index);
    const other = { value: 'values' as const, name: 'other values in place of those of its cells' };
    const all: { value: 'values' | ColumnTarget | null; name: string }[] = column ? [other, ...choices] : choices;
    const target = await prompt.search(`"${name}" is imported as`, '--map', all);
    if (target !== 'values') edited = withColumn(edited, file.header, index, target);
    else if (column !== undefined) edited = withValues(edited, await editValues(prompt, column, file.rows));
  }
}

/** Asks for a value of the column, and for what stands in its place, until the person is done. */
async function editValues(
  prompt: Session['prompt'],
  column: MappedColumn,
  rows: EditedMapping['rows'],
): Promise<MappedColumn> {
  const values = dictionary<string>();
  for (const [from, to] of Object.entries(column.values ?? {})) values[from] = to;
  for (;;) {
    const found = new Set([...rows.map((cells) => cells[column.index]?.trim() ?? ''), ...Object.keys(values)]);
    const cells = new CellReader({ ...column, values }, new TextScan());
    const imported = (text: string): string => String(cells.read(text, false) ?? 'not imported');
    const from = await prompt.search('Which value?', '--values', [
      { value: null, name: 'Done: the values are right' },
      ...[...found]
        .filter((text) => text !== '')
        .map((text) => ({ value: text as string | null, name: harmless(`${text} → ${imported(text)}`) })),
    ]);
    if (from === null) return { ...column, values };
    values[from] = (
      await prompt.line(`"${harmless(from)}" is imported as`, '--values', getOwn(values, from) ?? from)
    ).trim();
  }
}

const withValues = (mapping: Mapping, edited: MappedColumn): Mapping => ({
  ...mapping,
  columns: mapping.columns.map((column) => (column.index === edited.index ? edited : column)),
});

function columnChoices({ columns }: Mapping, { header, rows }: EditedMapping) {
  const fields = new Map(
    columns.map(({ index, field, kind }) => [index, kind === 'custom' ? `${field} (custom)` : field]),
  );
  const done = { value: null as number | null, name: 'Done: the mapping is right' };
  const choices = header.map((cell, index) => {
    const values = valuesOf(rows, index);
    const name = harmless(cell.trim()) || `column ${index + 1}`;
    return {
      value: index as number | null,
      name: `${name} → ${fields.get(index) ?? 'not imported'}${values && `   ${values}`}`,
    };
  });
  return [done, ...choices];
}

function targetChoices({ entity, header, discovered, ids }: EditedMapping, index: number) {
  const { fields, readOnly } = targetFields(entity, discovered, { ids });
  const name = header[index]?.trim() ?? '';
  const labels = new Map((discovered ?? []).map(({ id, label }) => [id, label]));
  const skip = { value: null as ColumnTarget | null, name: 'not imported' };
  const canBeCustom = !fields.has(name) && !readOnly.has(name) && nameProblem(name) === null;
  const custom = {
    value: { field: name, kind: 'custom' } as ColumnTarget | null,
    name: `custom field "${harmless(name)}"`,
  };
  const known = [...fields.values()].map(({ field, kind }) => {
    const label = labels.get(field);
    return {
      value: { field, kind } as ColumnTarget | null,
      name: label === undefined || label === field ? field : `${field}: ${harmless(label)}`,
    };
  });
  return [skip, ...(canBeCustom ? [custom] : []), ...known];
}
