// Resolves a preview into the inputs of an import block. Nothing is imported here.

import { IMPORT_ACTION } from '../../../contract/actions/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { importBlockFor } from '../../../rules/workflows/blocks/catalogue.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { CRM_NAME } from '../../stand-ins/providers.ts';
import { techstackImportType } from '../../stand-ins/search/search.ts';
import { insertActionRun } from '../actions/queries/runs.ts';
import { queueRun } from '../actions/start.ts';
import { NO_TALLY } from '../actions/status.ts';
import { requireListOf } from '../lists/lists.ts';
import { previewOf, searchOf } from './view.ts';

export interface ImportSourceRequest {
  readonly previewId: string;
  /** The maximum number of records per run; defaults to that of an import. */
  readonly maxCount?: number | undefined;
}

export interface ResolvedImportSource {
  readonly blockId: string;
  /** Everything needed to repeat the search on each run, independent of the preview. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
  readonly source: { readonly previewId: string; readonly maxCount: number };
}

/**
 * Throws Refusal `not_found` for a preview that does not exist, has expired, or belongs to an identity the caller may not
 * use; `invalid` if no block imports it. Workspace, expiry and identity are checked on every call.
 */
export async function resolveImportSource(
  context: Context,
  { previewId, maxCount = LIMITS.importCountMax }: ImportSourceRequest,
): Promise<ResolvedImportSource> {
  const preview = await previewOf(context, previewId);
  const { resolvedProvider: provider, entity, identityId } = preview;
  const block = importBlockFor(provider, entity);
  if (block === null) {
    throw new Refusal('invalid', `No block imports ${provider} results: import the preview into a list instead`);
  }
  const importType = techstackImportType(provider);
  const available: Readonly<Record<string, unknown>> = {
    search: searchOf(preview),
    maxCount,
    identityId,
    crmProvider: provider.startsWith('CRM_') ? CRM_NAME : null,
    techstackImportType: importType,
  };
  const taken = block.inputs.map(({ key }) => key);
  const inputs = Object.fromEntries(
    Object.entries(available).filter(([key, value]) => taken.includes(key) && value !== null),
  );
  const warnings = taken.includes('maxCount')
    ? []
    : [`${block.blockId} cannot enforce a maximum per run: it imports everything the search finds`];
  return { blockId: block.blockId, inputs, warnings, source: { previewId: preview.id, maxCount } };
}

/**
 * Imports a preview into a list, as an enrichment run with an action of its own. Throws Refusal `not_found` for the
 * preview or the list, `unprocessable` for a list of the other kind.
 */
export async function startImport(
  context: Context,
  previewId: string,
  { listId, maxCount }: { listId: number; maxCount: number },
): Promise<ReplyData<'finder', 'import'>> {
  const preview = await previewOf(context, previewId);
  await requireListOf(context, preview.entity, listId);
  const { tx, principal, now } = context;
  const id = await insertActionRun(tx, principal.workspaceId, {
    entity: preview.entity,
    actions: [{ type: IMPORT_ACTION }],
    importSource: { search: searchOf(preview), listId, maxCount },
    tally: [NO_TALLY],
    createdAt: now,
  });
  await queueRun(context, id);
  return { actionsId: id, createdAt: isoTime(now) };
}
