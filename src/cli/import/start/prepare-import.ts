// A new import, up to its first row: its mapping, agreed with whoever is asked, its list and its plan.

import { namedPath } from '../../files/is-file.ts';
import { type SourceSurvey, survey } from '../../files/rows/source-file.ts';
import { targetOf } from '../../shared/approval.ts';
import { buildPlan } from '../mapping/build-plan.ts';
import type { ImportOptions } from '../mapping/plan.ts';
import { mapTexts, saveMapping } from '../mapping/saved-mappings.ts';
import { wantedList } from '../mapping/wanted-list.ts';
import { cellValuesOf } from './cell-values.ts';
import { confirmChange, confirmMapping, type StartContext } from './confirm-mapping.ts';
import { sayLostColumns } from './earlier-columns.ts';
import { type ImportHeader, newImportId } from './import-folder.ts';
import { describeFile, mapFile, mapFirstSheet } from './map-file.ts';
import { bulkBounds } from './open-service.ts';
import type { ImportedFile } from './save-stdin.ts';

/** Null: the user declined. */
export async function prepareImport(
  host: StartContext,
  source: ImportedFile,
  first: SourceSurvey,
): Promise<ImportHeader | null> {
  const { session, entity } = host;
  const { io, paths } = session;
  const discovered = await (await host.service()).fields(io.interrupt);
  const input = host.request.options;
  const chosen = await mapFirstSheet(
    session,
    first,
    input.sheet,
    (sheet) => survey(source.path, source.displayed, { ...input, sheet }),
    (file) => mapFile(session, entity, file, input, discovered, session.prompt.possible && !host.request.yes),
  );
  const { file: found, mapping: proposed } = chosen;
  const options = chosen.sheet === undefined ? input : { ...input, sheet: chosen.sheet };
  const request = { ...host.request, options };
  await describeFile(session, found, input);
  await sayLostColumns(host, source, proposed);
  // Found missing before a person has confirmed anything.
  const list = await wantedList(session, entity, request.options.list, request.createList);
  const file = { ...source, ...found };
  const confirmed =
    options.change === undefined
      ? await confirmMapping({ ...host, request }, file, proposed, discovered)
      : { mapping: await confirmChange({ ...host, request }, file, proposed), options };
  if (confirmed === null) return null;
  const { mapping } = confirmed;
  if (request.saveMapping !== null) {
    const map = mapTexts(mapping, found.header.cells);
    await saveMapping(paths, io, request.saveMapping, {
      entity: entity.name,
      header: found.header.cells,
      map,
      values: cellValuesOf(mapping),
    });
    await session.print.note(`mapping saved as "${request.saveMapping}"`);
  }
  const at = (path: string | null) => (path === null ? null : namedPath(io, path));
  return {
    version: 1,
    id: newImportId(session, source.savedFor),
    entity: entity.name,
    file: {
      shown: source.displayed,
      path: source.path,
      bytes: found.bytes,
      sha256: found.sha256,
      records: found.records,
      encoding: found.encoding,
      ...(found.guess && { guess: found.guess }),
    },
    target: targetOf(session),
    options: input,
    // Read with the same encoding when it is resumed, whatever is guessed by then.
    plan: buildPlan(
      entity,
      withEncoding(confirmed.options, found),
      mapping,
      await list(),
      host.bounds ?? bulkBounds(host.session, entity),
    ),
    results: at(request.results),
    rejects: at(request.rejects),
    startedAt: io.now(),
    finished: null,
  };
}

const withEncoding = (options: ImportOptions, { guess }: SourceSurvey): ImportOptions =>
  guess === null ? options : { ...options, encoding: guess.encoding };
