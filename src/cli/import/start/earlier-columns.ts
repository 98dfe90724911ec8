// What an earlier import of the same file took from it and this one does not: a column that got another name is lost without an error.

import { firstOf } from '../../../contract/english.ts';
import { isSameTarget, targetOf } from '../../shared/approval.ts';
import type { Mapping } from '../mapping/map-columns.ts';
import type { StartContext } from './confirm-mapping.ts';
import { type ImportHeader, storedImports } from './import-folder.ts';
import type { ImportedFile } from './save-stdin.ts';
import { isSame } from './select-import.ts';

const NAMES_SHOWN = 10;

/** A file of each night may have its date in its name, and standard input is saved under another name each time. */
const placeOf = (name: string, path: string): string => (name === '-' ? name : path.replace(/[0-9]+/g, '0'));

/** Those of the same file, with the same options, oldest first. */
function earlierImports(
  { session, entity, request }: StartContext,
  { displayed, path }: ImportedFile,
): readonly ImportHeader[] {
  const [target, place] = [targetOf(session), placeOf(displayed, path)];
  return storedImports(session.paths).imports.filter(
    (one) =>
      one.entity === entity.name &&
      isSameTarget(one.target, target) &&
      isSame(one.options, request.options) &&
      placeOf(one.file.shown, one.file.path) === place,
  );
}

/** Says, whatever is said else, which fields no column is imported as any more; of the first import with --quiet also which columns are probably of one. */
export async function sayLostColumns(
  host: StartContext,
  file: ImportedFile,
  { columns, skipped }: Mapping,
): Promise<void> {
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
