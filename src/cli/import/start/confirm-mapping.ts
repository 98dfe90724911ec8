// Before the first row: the mapping and what cannot be seen from it, until whoever is asked agrees.

import { counted } from '../../../contract/english.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { dictionary, getOwn } from '../../../contract/json.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import { nameProblem } from '../../../rules/records/items.ts';
import type { SourceSurvey } from '../../files/rows/source-file.ts';
import type { Session } from '../../session/session.ts';
import { approveAt, targetOf, targetText, typedIfMany } from '../../shared/approval.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { assertNaming, buildPlan, showMapping } from '../mapping/build-plan.ts';
import { CellReader, type MappedColumn } from '../mapping/cell.ts';
import { ONE_NAME } from '../mapping/column-values.ts';
import type { Mapping } from '../mapping/map-columns.ts';
import { type BulkBounds, hasIds, type ImportOptions } from '../mapping/plan.ts';
import { FULL_NAME, targetFields } from '../mapping/target-fields.ts';
import { TextScan } from '../mapping/text-scan.ts';
import { bulkBounds, type ImportService } from '../service.ts';
import { checkIds } from './check-ids.ts';
import type { ImportRequest } from './flags.ts';
import { type FirstPass, foreseenLines } from './foresee.ts';

export interface StartContext {
  readonly session: Session;
  readonly entity: Entity;
  readonly request: ImportRequest;
  /** Opened only where the service has to be asked. */
  readonly service: () => Promise<ImportService>;
  readonly firstPass: FirstPass;
  readonly bounds?: BulkBounds | undefined;
}

type SurveyedFile = Pick<SourceSurvey, 'header' | 'samples' | 'records'> & {
  readonly path: string;
  readonly displayed: string;
};

/** Shows the mapping and asks, where a person can be asked, until it is right. Null: the user declined. */
export async function confirmMapping(
  host: StartContext,
  file: SurveyedFile,
  proposed: Mapping,
  discovered: readonly FieldDescriptor[] | null,
): Promise<{ readonly mapping: Mapping; readonly options: ImportOptions } | null> {
  const { session, entity, request } = host;
  const { header, samples, records } = file;
  const rows = samples.map(({ cells }) => cells);
  const ids = request.options.update !== false;
  const question = `Import ${counted(records, 'row')} into ${targetText(targetOf(session))}?`;
  let { options } = request;
  for (let mapping = proposed; ; ) {
    await showMapping(session, mapping, rows[0] ?? []);
    const words = await announce({ ...host, request: { ...request, options } }, file, mapping);
    const quoted = words.map((word) => JSON.stringify(word)).join(', ');
    const name = fullNameOf(mapping);
    if (!session.prompt.possible || request.yes || records === 0) {
      // Everyone else has read it beside the other columns.
      if (session.settings.quiet && name !== null)
        await session.print.warn(`names are not imported: ${name.header}, ${name.why}`);
      return { mapping, options };
    }
    const answer = await session.prompt.choose(question, '--yes', [
      { value: 'import', name: 'Import' },
      { value: 'change', name: 'Change the mapping' },
      ...(name === null ? [] : [{ value: 'split', name: `Split "${name.header}" into first and last name` } as const]),
      ...(words.length === 0 ? [] : [{ value: 'empty', name: `Take ${quoted} for empty cells` } as const]),
      { value: 'cancel', name: 'Cancel' },
    ]);
    if (answer === 'import') {
      assertNaming(entity, mapping, header.cells);
      return { mapping, options };
    }
    if (answer === 'cancel') {
      await session.print.note('nothing was imported');
      return null;
    }
    if (answer === 'empty') options = { ...options, empty: [...(options.empty ?? []), ...words] };
    else if (answer === 'split' && name !== null)
      mapping = withColumn(mapping, header.cells, name.index, { field: FULL_NAME, kind: 'fullName' });
    else
      mapping = await editMapping(session, mapping, {
        entity: entity.name,
        header: header.cells,
        rows,
        discovered,
        ids,
      });
  }
}

/** The column of both names, where it is not imported, and none that is holds a name. */
const fullNameOf = ({ columns, skipped }: Mapping) =>
  columns.some(({ field }) => ['firstName', 'lastName', FULL_NAME].includes(field))
    ? null
    : (skipped.find(({ why }) => why.startsWith(ONE_NAME)) ?? null);

/** Says what cannot be seen from the mapping, and gives the words for "no value"; exit 2 for ids that are those of other records. */
async function announce(
  { session, entity, request, service, firstPass, bounds }: StartContext,
  { path, displayed }: Pick<SurveyedFile, 'path' | 'displayed'>,
  mapping: Mapping,
): Promise<readonly string[]> {
  const plan = buildPlan(entity, request.options, mapping, null, bounds ?? bulkBounds(session, entity));
  // The ids are checked in any case; what else is found is only said, and the file is long.
  if (session.settings.quiet && !hasIds(plan)) return [];
  const { remarks: foreseen } = await session.progress(`Checking ${displayed}`, () =>
    firstPass.of(path, displayed, plan),
  );
  if (!request.update)
    await checkIds(await service(), entity, mapping, foreseen, {
      change: plan.change,
      signal: session.io.interrupt,
    });
  for (const line of [...foreseenLines(entity, plan, foreseen), ...foreseen.cells.lines()])
    await session.print.note(line);
  return foreseen.cells.words;
}

// Before the first record is updated or deleted: what the columns mean, and how many rows there are.

/** Asks where a person can be asked; before anything is deleted it has to be answered. Throws Declined. */
export async function confirmChange(host: StartContext, file: SurveyedFile, mapping: Mapping): Promise<Mapping> {
  const { session, entity, request } = host;
  const { samples, records } = file;
  const isDelete = request.options.change?.act === 'delete';
  if (!isDelete) await showMapping(session, mapping, samples[0]?.cells ?? []);
  await announce(host, file, mapping);
  const count = Math.min(records, request.options.limit ?? records);
  if (count === 0 || request.yes || !(isDelete || session.prompt.possible)) return mapping;
  const rows = `the ${entity.plural} of ${counted(count, 'row')}`;
  await approveAt(session, isDelete ? `Delete ${rows} permanently` : `Update ${rows}`, {
    declined: isDelete ? 'nothing deleted' : 'nothing updated',
    typed: isDelete ? typedIfMany(count) : undefined,
  });
  return mapping;
}

// The mapping, changed by a person at a terminal: a column, then where it goes, until it is right.

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

interface EditedMapping {
  readonly entity: EntityName;
  readonly header: readonly string[];
  /** Some rows, for their values. */
  readonly rows: readonly (readonly string[])[];
  readonly discovered: readonly FieldDescriptor[] | null;
  /** Whether a column may name the records to update. */
  readonly ids: boolean;
}

/** Asks until the person is done. */
async function editMapping({ prompt }: Session, mapping: Mapping, file: EditedMapping): Promise<Mapping> {
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
    else if (column !== undefined) {
      const made = await editValues(prompt, column, file.rows);
      edited = { ...edited, columns: edited.columns.map((one) => (one.index === index ? made : one)) };
    }
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
