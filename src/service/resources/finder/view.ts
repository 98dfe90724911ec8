import { isFundraising } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Parsed, ReplyData } from '../../../contract/table.ts';
import type { Criteria } from '../../../rules/finder/criteria.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import type { PageRequest } from '../../core/sql.ts';
import { CRM_NAME } from '../../stand-ins/providers.ts';
import { type AudienceSearch, droppedBy, find, servedBy, techstackImportType } from '../../stand-ins/search/search.ts';
import { assertCrm } from '../actions/status.ts';
import { type PreviewRow, previewById, savedFilterPage } from './queries/previews.ts';

export type PreviewRecord = ReplyData<'finder', 'preview'>;

/** Our choice: how many refinements one reply lists at most. */
const CHAIN_MOST = 50;

/**
 * Throws Refusal `not_found` for a preview that does not exist or whose identity the caller may not use; for an expired
 * one, with the text to create it again from.
 */
export async function previewOf({ tx, principal, now }: Context, id: string): Promise<PreviewRow> {
  const preview = await previewById(tx, principal.workspaceId, id);
  const isVisible =
    preview !== undefined &&
    (preview.identityId === null || (principal.identityIds?.includes(preview.identityId) ?? true));
  if (!isVisible) throw new Refusal('not_found', `There is no preview ${id}`);
  if (now < preview.expiresAt) return preview;
  const expiredAt = isoTime(preview.expiresAt);
  throw new Refusal('not_found', `Preview ${id} expired at ${expiredAt}: create a new one from its text`, {
    expiredAt,
    userInput: preview.userInput,
    requestedProvider: preview.requestedProvider,
    hint: `regenerate it from the original criteria: "${preview.userInput}"`,
  });
}

/** The search of a preview, limited to what its provider supports. */
export function searchOf({ resolvedProvider: provider, entity, criteria }: PreviewRow): AudienceSearch {
  return { provider, entity, criteria: servedBy(provider, entity, criteria) };
}

interface Refinement {
  readonly previewId: string;
  readonly feedback: string | null;
}

/** The refinements that led to the preview, oldest first. */
async function refinementsOf({ tx, principal }: Context, preview: PreviewRow): Promise<Refinement[]> {
  const chain: Refinement[] = [];
  let at: PreviewRow | undefined = preview;
  while (at !== undefined && chain.length < CHAIN_MOST) {
    chain.unshift({ previewId: at.id, feedback: at.feedback });
    at = at.previousId === null ? undefined : await previewById(tx, principal.workspaceId, at.previousId);
  }
  return chain;
}

async function resultOf(context: Context, preview: PreviewRow): Promise<Record<string, unknown>> {
  const { criteria } = searchOf(preview);
  return {
    standIn: true,
    note: 'local stand-in: these are invented records, no provider was asked',
    filters: filtersView(criteria),
    notUnderstood: [...preview.notUnderstood],
    refinements: await refinementsOf(context, preview),
  };
}

function filtersView({ include, exclude, spans, flags }: Criteria): Record<string, unknown> {
  return {
    ...include,
    ...spans,
    ...flags,
    ...(Object.keys(exclude).length > 0 && { exclude }),
  };
}

export async function previewView(context: Context, preview: PreviewRow): Promise<PreviewRecord> {
  const { resolvedProvider: provider, entity, criteria, identityId, previousId } = preview;
  const importType = techstackImportType(provider);
  return {
    previewId: preview.id,
    createdAt: isoTime(preview.createdAt),
    expiresAt: isoTime(preview.expiresAt),
    userInput: preview.userInput,
    requestedProvider: preview.requestedProvider,
    resolvedProvider: provider,
    result: await resultOf(context, preview),
    ...(provider.startsWith('CRM_') && { crmProvider: CRM_NAME }),
    entity,
    ...(importType !== null && { techstackImportType: importType }),
    droppedFilters: droppedBy(provider, entity, criteria),
    ...(previousId !== null && { previousPreviewId: previousId }),
    ...(identityId !== null && { identityId }),
  };
}

/**
 * A page of results, searched again on each call; nothing is stored. Throws Refusal `not_found`; `unprocessable` beyond
 * page 10 of a fundraising provider.
 */
export async function readResults(context: Context, id: string, { page, pageSize }: PageRequest) {
  const preview = await previewOf(context, id);
  const { resolvedProvider: provider, entity, userInput } = preview;
  if (isFundraising(provider) && page > LIMITS.fundraisingPages) {
    const message = `${provider} returns at most ${LIMITS.fundraisingPages} pages: page ${page} does not exist`;
    throw new Refusal('unprocessable', message, { maxPage: LIMITS.fundraisingPages });
  }
  if (provider.startsWith('CRM_')) await assertCrm(context);
  const { found, hasMore, total } = find(searchOf(preview), { offset: (page - 1) * pageSize, limit: pageSize });
  return {
    previewId: preview.id,
    page,
    pageSize,
    hasNextPage: hasMore,
    records: found.map(({ record }) => ({ ...record, extra: { ...record.extra } })),
    entity,
    ...(total !== null && { totalCount: total }),
    resolvedProvider: provider,
    result: await resultOf(context, preview),
    userInput,
  };
}

export async function listSavedFilters({ tx, principal }: Context, query: Parsed<'savedFilters', 'list'>['query']) {
  const { rows, paging } = await savedFilterPage(tx, principal.workspaceId, query.type ?? null, query);
  const savedFilters = rows.map(({ id, name, type, createdAt }) => ({ id, name, type, createdAt: isoTime(createdAt) }));
  return { savedFilters, ...paging };
}
