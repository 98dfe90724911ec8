// From a preview to the inputs of an import block (SERVICE-API, Workflows: import-source flow). Nothing is imported here.

import { LIMITS } from '../../../contract/limits.ts';
import { importBlockFor } from '../../../rules/workflows/blocks/catalogue.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { CRM_NAME } from '../../stand-ins/crm.ts';
import { techstackImportType } from '../../stand-ins/search/resolve.ts';
import { previewOf, searchOf } from './previews.ts';

export interface ImportSourceRequest {
  readonly previewId: string;
  /** At most so many records a run; as many as one import may bring where it is left out. */
  readonly maxCount?: number | undefined;
}

export interface ImportSource {
  readonly blockId: string;
  /** Everything that repeats the search on each run: it does not depend on the preview any more. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
  readonly source: { readonly previewId: string; readonly maxCount: number };
}

/**
 * Throws Refusal `not_found` for a preview that is not there, expired, or of an identity the caller may not use;
 * `invalid` for a source no block imports. Tenant, expiry and identity are checked on every call.
 */
export async function resolveImportSource(
  context: Context,
  { previewId, maxCount = LIMITS.importCountMax }: ImportSourceRequest,
): Promise<ImportSource> {
  const preview = await previewOf(context, previewId);
  const { resolvedProvider: provider, entity, identityId } = preview;
  const block = importBlockFor(provider, entity);
  if (block === null) {
    throw new Refusal('invalid', `No block imports ${provider} results: import the preview into a list instead`);
  }
  const importType = techstackImportType(provider);
  const offered: Readonly<Record<string, unknown>> = {
    search: searchOf(preview),
    maxCount,
    identityId,
    crmProvider: provider.startsWith('CRM_') ? CRM_NAME : null,
    techstackImportType: importType,
  };
  const taken = block.inputs.map(({ key }) => key);
  const inputs = Object.fromEntries(
    Object.entries(offered).filter(([key, value]) => taken.includes(key) && value !== null),
  );
  const warnings = taken.includes('maxCount')
    ? []
    : [`${block.blockId} cannot enforce a maximum per run: it imports everything the search finds`];
  return { blockId: block.blockId, inputs, warnings, source: { previewId: preview.id, maxCount } };
}
