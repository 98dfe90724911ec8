// Before the first row: the mapping and what cannot be seen from it, until whoever is asked agrees.

import { counted } from '../../../contract/english.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { Session } from '../../session/session.ts';
import type { RecordType } from '../../shared/records/kind.ts';
import { targetOf, targetText } from '../../shared/target.ts';
import { buildPlan, showMapping } from '../mapping/build-plan.ts';
import { editMapping } from '../mapping/edit-mapping.ts';
import { itemProblems } from '../mapping/item-problems.ts';
import type { Mapping } from '../mapping/map-columns.ts';
import { hasIds } from '../mapping/plan.ts';
import type { ImportService } from '../service.ts';
import { checkIds } from './check-ids.ts';
import type { ImportRequest } from './flags.ts';
import { foresee, foreseenLines } from './foresee.ts';
import { bulkBounds } from './open-service.ts';
import { openRows, type SourceSurvey } from './source-file.ts';

interface MappingConfirmation {
  readonly session: Session;
  readonly entity: RecordType;
  readonly request: ImportRequest;
  readonly service: () => Promise<ImportService>;
}

/** The file, and what was seen of it. */
type SurveyedFile = Pick<SourceSurvey, 'header' | 'samples' | 'records'> & {
  readonly path: string;
  readonly displayed: string;
};

/** Shows the mapping and asks, where a person can be asked, until it is right. Null: the user declined. */
export async function confirmMapping(
  host: MappingConfirmation,
  file: SurveyedFile,
  proposed: Mapping,
  discovered: readonly FieldDescriptor[] | null,
): Promise<Mapping | null> {
  const { session, entity, request } = host;
  const { header, samples, records } = file;
  const rows = samples.map(({ cells }) => cells);
  const ids = request.options.update !== false;
  const question = `Import ${counted(records, 'row')} into ${targetText(targetOf(session))}?`;
  for (let mapping = proposed; ; ) {
    await showMapping(session, mapping, rows[0] ?? []);
    await announce(host, file, mapping);
    if (!session.prompt.possible || request.yes || records === 0) return mapping;
    const answer = await session.prompt.choose(question, '--yes', [
      { value: 'import', name: 'Import' },
      { value: 'change', name: 'Change the mapping' },
      { value: 'cancel', name: 'Cancel' },
    ]);
    if (answer === 'import') return mapping;
    if (answer === 'cancel') {
      await session.print.note('nothing was imported');
      return null;
    }
    mapping = await editMapping(session, mapping, { entity: entity.kind, header: header.cells, rows, discovered, ids });
  }
}

/** Says what cannot be seen from the mapping; exit 2 for ids that are those of other records. */
async function announce(
  { session, entity, request, service }: MappingConfirmation,
  { path, displayed }: SurveyedFile,
  mapping: Mapping,
) {
  const plan = buildPlan(entity, request.options, mapping, null, bulkBounds(session, entity));
  // The ids are checked in any case; what else is found is only said, and the file is long.
  if (session.settings.quiet && !hasIds(plan)) return;
  const problems = itemProblems(plan);
  const foreseen = await session.progress(`Checking ${displayed}`, async () => {
    return await foresee(await openRows(path, displayed, plan), plan, problems);
  });
  if (!request.update) await checkIds(await service(), entity, mapping, foreseen, session.io.interrupt);
  for (const line of [...foreseenLines(entity, plan, foreseen), ...foreseen.cells.lines()])
    await session.print.note(line);
}
