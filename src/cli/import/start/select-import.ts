// Which import a command means: a new one, one to resume, or one that is already finished. Pure.

import type { EntityName } from '../../../contract/entities.ts';
import { isSameTarget, type Target } from '../../shared/approval.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { type ImportOptions, optionName, type RecordChange } from '../mapping/plan.ts';
import type { ImportRequest } from './flags.ts';
import type { ImportHeader } from './import-folder.ts';

export interface WantedImport extends Pick<ImportRequest, 'options' | 'again' | 'fresh' | 'resendUncertain'> {
  readonly entity: EntityName;
  /** Where the file is; null for standard input. */
  readonly path: string | null;
  readonly sha256: string;
  readonly target: Target;
}

/** An unfinished import stands in the way. */
export interface BlockingImport {
  readonly is: 'changed' | 'other_options';
  readonly header: ImportHeader;
}

const hasUncertain = ({ finished }: ImportHeader): boolean => (finished?.counts['uncertain'] ?? 0) > 0;

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Decides from all imports there are, oldest first; of several that fit the newest counts. */
export function selectImport(
  wanted: WantedImport,
  imports: readonly ImportHeader[],
):
  | { readonly is: 'new' }
  | { readonly is: 'resumed'; readonly header: ImportHeader }
  | { readonly is: 'finished'; readonly header: ImportHeader }
  | BlockingImport {
  const here = imports
    .filter(({ entity, target }) => entity === wanted.entity && isSameTarget(target, wanted.target))
    .filter(({ options }) => options.change?.act === wanted.options.change?.act)
    .toReversed();
  if (wanted.fresh) return { is: 'new' };
  const sameContent = here.filter(({ file }) => file.sha256 === wanted.sha256);
  // An older one that is not finished was started over since.
  const newest = sameContent[0];
  if (newest?.finished === null) {
    return { is: isSame(newest.options, wanted.options) ? 'resumed' : 'other_options', header: newest };
  }
  const same = sameContent.find(({ options, finished }) => finished !== null && isSame(options, wanted.options));
  if (same !== undefined && !wanted.again) {
    return { is: wanted.resendUncertain && hasUncertain(same) ? 'resumed' : 'finished', header: same };
  }
  const samePath = here.find(({ file }) => wanted.path !== null && file.path === wanted.path);
  if (samePath?.finished === null) return { is: 'changed', header: samePath };
  return { is: 'new' };
}

/** The import that `--resume` names, or the newest unfinished one. Throws where there is none. */
export function importToResume(
  id: string | null,
  entity: EntityName,
  path: string | null,
  imports: readonly ImportHeader[],
  resendUncertain = false,
  act: RecordChange['act'] | undefined = undefined,
): ImportHeader {
  const isOpen = (header: ImportHeader) => header.finished === null || (resendUncertain && hasUncertain(header));
  const isOfKind = ({ options }: ImportHeader) => options.change?.act === act;
  const verb = act ?? 'import';
  const noun = entity === 'CONTACT' ? 'contacts' : 'companies';
  const hint = `see reach ${noun} import --history`;
  if (id !== null) {
    const named = imports.find((header) => header.id === id && header.entity === entity && isOfKind(header));
    if (named === undefined) throw new CliError('notFound', 'no_import', `there is no ${verb} ${id}`, { hint });
    if (named.finished !== null && !isOpen(named)) {
      throw new UsageError(`${verb} ${id} already finished at ${new Date(named.finished.at).toISOString()}`, { hint });
    }
    return named;
  }
  const open = imports.filter(
    (header) =>
      header.entity === entity && isOfKind(header) && isOpen(header) && (path === null || header.file.path === path),
  );
  const newest = open.at(-1);
  if (newest === undefined) {
    throw new CliError('notFound', 'no_import', `there is no unfinished ${verb} of ${noun} to resume`, { hint });
  }
  return newest;
}

/** What a person calls it. */
export const nounOf = ({ options }: Pick<ImportHeader, 'options'>): string => options.change?.act ?? 'import';
export const doneWord = (header: Pick<ImportHeader, 'options'>): string =>
  header.options.change === undefined ? 'imported' : `${nounOf(header)}d`;

export function resumeCommand({ id, entity, target, options }: ImportHeader): string {
  const profile = target.profile === 'env' ? '' : ` --profile ${target.profile}`;
  return `reach ${entity === 'CONTACT' ? 'contacts' : 'companies'} ${nounOf({ options })} --resume ${id}${profile}`;
}

/** The options in which two commands differ, as they are typed. */
function differing(before: ImportOptions, now: ImportOptions): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)] as (keyof ImportOptions)[]);
  return [...names]
    .filter((name) => !isSame(before[name], now[name]))
    .map((name) => (name === 'merge' || name === 'update' ? `--no-${name}` : optionName(name)));
}

export function blockedError(which: BlockingImport, displayed: string, wanted: ImportOptions): UsageError {
  const { id, options } = which.header;
  const noun = nounOf(which.header);
  const other = differing(options, wanted);
  const what =
    which.is === 'changed'
      ? `${displayed} has changed since ${noun} ${id} started, and that ${noun} is not finished`
      : `${noun} ${id} of this file is not finished, and was started with another ${other.join(', ')}`;
  const resume = resumeCommand(which.header);
  const back = which.is === 'changed' ? `restore the file and run ${resume}` : `finish it with ${resume}`;
  return new UsageError(what, {
    hint: `${back}, or start over with --new (rows that were already sent are sent again)`,
  });
}
