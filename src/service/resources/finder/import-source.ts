// Resolves a preview into the inputs of an import block. Nothing is imported here.

import { LIMITS } from '../../../contract/limits.ts';
import { importBlockFor } from '../../../rules/workflows/blocks/catalogue.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { CRM_NAME } from '../../stand-ins/crm.ts';
import { techstackImportType } from '../../stand-ins/search/resolve.ts';
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
