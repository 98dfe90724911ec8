// Before the first row: the mapping and what cannot be seen from it, until whoever is asked agrees.

import { counted } from '../../../contract/english.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { SourceSurvey } from '../../files/rows/source-file.ts';
import type { Session } from '../../session/session.ts';
import { approveAt, targetOf, targetText, typedIfMany } from '../../shared/approval.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { assertNaming, buildPlan, showMapping } from '../mapping/build-plan.ts';
import { editMapping, withColumn } from '../mapping/edit-mapping.ts';
import { type Mapping, ONE_NAME } from '../mapping/map-columns.ts';
import { type BulkBounds, hasIds, type ImportOptions } from '../mapping/plan.ts';
import { FULL_NAME } from '../mapping/target-fields.ts';
import type { ImportService } from '../service.ts';
import { checkIds } from './check-ids.ts';
import type { ImportRequest } from './flags.ts';
import { type FirstPass, foreseenLines } from './foresee.ts';
import { bulkBounds } from './open-service.ts';

export interface StartContext {
  readonly session: Session;
  readonly entity: Entity;
  readonly request: ImportRequest;
  /** Opened only where the service has to be asked. */
  readonly service: () => Promise<ImportService>;
  readonly firstPass: FirstPass;
  readonly bounds?: BulkBounds | undefined;
}

/** The file, and what was seen of it. */
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
      ...(words.length === 0 ? [] : [{ value: 'empty', name: `Take ${quoted(words)} for empty cells` } as const]),
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

const quoted = (words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(', ');

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
      isChange: plan.change !== undefined,
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
