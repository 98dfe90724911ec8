// A new import, up to its first row: its mapping, agreed with whoever is asked, its list and its plan.

import { firstOf } from '../../../contract/english.ts';
import { namedPath } from '../../files/is-file.ts';
import { type SourceSurvey, survey } from '../../files/rows/source-file.ts';
import { isSameTarget, targetOf } from '../../shared/approval.ts';
import { buildPlan } from '../mapping/build-plan.ts';
import type { Mapping } from '../mapping/map-columns.ts';
import type { ImportOptions } from '../mapping/plan.ts';
import { cellValuesOf, mapTexts, saveMapping } from '../mapping/saved-mappings.ts';
import { wantedList } from '../mapping/wanted-list.ts';
import { bulkBounds } from '../service.ts';
import { confirmChange, confirmMapping, type StartContext } from './confirm-mapping.ts';
import { type ImportedFile, type ImportHeader, importFolders, newImportId } from './import-folder.ts';
import { describeFile, mapFile, mapFirstSheet } from './map-file.ts';
import { isSame } from './select-import.ts';

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
    const isReplaced = await saveMapping(paths, io, request.saveMapping, {
      entity: entity.name,
      header: found.header.cells,
      map: mapTexts(mapping, found.header.cells),
      values: cellValuesOf(mapping),
    });
    const inPlace = isReplaced ? ', in place of the one of that name' : '';
    await session.print.note(`mapping saved as "${request.saveMapping}"${inPlace}`);
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

// What an earlier import of the same file took from it and this one does not: a column that got another name is lost without an error.

const NAMES_SHOWN = 10;

/** A file of each night may have its date in its name, and standard input is saved under another name each time. */
const placeOf = (name: string, path: string): string => (name === '-' ? name : path.replace(/[0-9]+/g, '0'));

/** Those of the same file, with the same options, oldest first. */
function earlierImports(
  { session, entity, request }: StartContext,
  { displayed, path }: ImportedFile,
): readonly ImportHeader[] {
  const [target, place] = [targetOf(session), placeOf(displayed, path)];
  return importFolders(session.paths)
    .stored()
    .headers.filter(
      (one) =>
        one.entity === entity.name &&
        isSameTarget(one.target, target) &&
        isSame(one.options, request.options) &&
        placeOf(one.file.shown, one.file.path) === place,
    );
}

/** Says, whatever is said else, which fields no column is imported as any more; of the first import with --quiet also which columns are probably of one. */
async function sayLostColumns(host: StartContext, file: ImportedFile, { columns, skipped }: Mapping): Promise<void> {
  const { print, settings } = host.session;
  const earlier = earlierImports(host, file);
  const now = new Set(columns.map(({ field }) => field));
  const known = new Map<string, string>();
  for (const { plan, startedAt } of earlier) {
    const lost = plan.columns.filter(({ field }) => !now.has(field));
    // With more of it lost than left it was another file.
    if (lost.length * 2 > plan.columns.length) continue;
    for (const { header, field } of lost)
      known.set(field, `"${header}" (${field}, ${new Date(startedAt).toISOString().slice(0, 10)})`);
  }
  if (known.size > 0) {
    const others = skipped.map(({ header }) => header).filter((header) => header !== '');
    const rest = others.length === 0 ? '' : `; not imported: ${firstOf(others, NAMES_SHOWN)}`;
    await print.warn(`no column any more for ${firstOf([...known.values()], NAMES_SHOWN)}${rest}`);
  }
  const meant = skipped.filter(({ suggestion }) => suggestion !== '').map((one) => `${one.header}${one.suggestion}`);
  if (settings.quiet && earlier.length === 0 && meant.length > 0)
    await print.warn(`not imported: ${firstOf(meant, NAMES_SHOWN)}`);
}
