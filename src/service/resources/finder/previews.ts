// AI finder previews: a sentence becomes a search that can be read, refined and imported for a day
// (SERVICE-API, AI finder preview and AI finder previews).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { PreviewInput } from '../../../contract/finder/endpoints.ts';
import { isFundraising } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Table } from '../../../contract/table.ts';
import type { Criteria } from '../../../rules/finder/criteria.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { refined } from '../../stand-ins/audience/refine.ts';
import { criteriaOfSaid, saidIn } from '../../stand-ins/audience/understand.ts';
import { CRM_NAME } from '../../stand-ins/crm.ts';
import { hashOf } from '../../stand-ins/draw.ts';
import { resolvedEntity, resolvedProvider, techstackImportType } from '../../stand-ins/search/resolve.ts';
import { droppedBy, find, type Search, servedBy } from '../../stand-ins/search/search.ts';
import { assertCrm } from '../actions/crm-connected.ts';
import { identityIds } from '../identities/queries/senders.ts';
import { countPreviews, insertPreview, type PreviewRow, previewById } from './queries/previews.ts';
import { savedFilterById } from './queries/saved-filters.ts';

type Rows = Table['finder'];
type PreviewRecord = ReplyOf<Rows['preview']>;

/** Chosen: more refinements than anybody makes; the chain in an answer ends there. */
const CHAIN_MOST = 50;

/** Throws Refusal `invalid` for an identity the caller does not have, `not_found` for the filter, `forbidden` without CRM. */
export async function createPreview(context: Context, input: PreviewInput): Promise<PreviewRecord> {
  const { text, savedFilterId, provider, identityId = null } = input;
  if (identityId !== null) await assertIdentity(context, identityId);
  const { userInput, criteria, notUnderstood } =
    savedFilterId === undefined ? understood(text ?? '') : await savedSearch(context, savedFilterId);
  const resolved = resolvedProvider(provider, criteria);
  return keep(context, {
    identityId,
    userInput,
    requestedProvider: provider,
    resolvedProvider: resolved,
    entity: resolvedEntity(resolved, criteria.entity),
    criteria,
    notUnderstood,
    previousId: null,
    feedback: null,
  });
}

/** Words that mean nothing to a search are only searched for when there is nothing else to search by. */
function understood(text: string): Pick<PreviewRow, 'userInput' | 'criteria' | 'notUnderstood'> {
  const said = saidIn(text);
  const criteria = criteriaOfSaid(said);
  const { notUnderstood } = said;
  const isEmpty = [criteria.include, criteria.exclude, criteria.spans, criteria.flags].every(
    (part) => Object.keys(part).length === 0,
  );
  const include = isEmpty && notUnderstood.length > 0 ? { keywords: notUnderstood } : criteria.include;
  return { userInput: text.trim(), criteria: { ...criteria, include }, notUnderstood };
}

async function savedSearch({ tx, principal }: Context, id: number) {
  const saved = await savedFilterById(tx, principal.workspaceId, id);
  if (!saved) throw new Refusal('not_found', `There is no saved filter ${id}: GET /v1/saved-filters lists them`);
  return { userInput: saved.description, criteria: saved.criteria, notUnderstood: [] };
}

async function assertIdentity({ tx, principal }: Context, id: number): Promise<void> {
  const isOwn = principal.identityIds === undefined || principal.identityIds.includes(id);
  if (isOwn && (await identityIds(tx, principal.workspaceId)).has(id)) return;
  const message = `there is no identity ${id} in this workspace`;
  throw new Refusal('invalid', `identityId: ${message}`, {
    issues: [{ path: 'identityId', code: 'unknown_identity', message }],
  });
}

async function keep(
  context: Context,
  made: Omit<PreviewRow, 'id' | 'createdAt' | 'expiresAt'>,
): Promise<PreviewRecord> {
  const { tx, principal, now } = context;
  if (made.resolvedProvider.startsWith('CRM_')) await assertCrm(context);
  const id = previewId(principal.workspaceId, await countPreviews(tx, principal.workspaceId));
  const preview = { ...made, id, createdAt: now, expiresAt: now + LIMITS.previewLifetimeMs };
  await insertPreview(tx, principal.workspaceId, preview);
  return showPreview(context, preview);
}

/** A uuid of version 8, which is free for what an application makes of it: here the store's own choices, drawn. */
function previewId(workspaceId: number, nth: number): string {
  const hex = [0, 1, 2, 3]
    .map((part) => hashOf('preview', workspaceId, nth, part).toString(16).padStart(8, '0'))
    .join('');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/**
 * The preview, if it has not expired and the caller may use its identity. Throws Refusal `not_found`: an expired one
 * says what to make it anew from (SERVICE-API, States: "regenerate from the original criteria").
 */
export async function previewOf({ tx, principal, now }: Context, id: string): Promise<PreviewRow> {
  const preview = await previewById(tx, principal.workspaceId, id);
  const isVisible =
    preview !== undefined &&
    (preview.identityId === null || (principal.identityIds?.includes(preview.identityId) ?? true));
  if (!isVisible) throw new Refusal('not_found', `There is no preview ${id}`);
  if (now < preview.expiresAt) return preview;
  const expiredAt = isoTime(preview.expiresAt);
  throw new Refusal('not_found', `Preview ${id} expired at ${expiredAt}: make a new one from its text`, {
    expiredAt,
    userInput: preview.userInput,
    requestedProvider: preview.requestedProvider,
    hint: `regenerate it from the original criteria: "${preview.userInput}"`,
  });
}

/** The search a preview stands for, as its provider serves it. */
export function searchOf({ resolvedProvider: provider, entity, criteria }: PreviewRow): Search {
  return { provider, entity, criteria: servedBy(provider, entity, criteria) };
}

interface Refinement {
  readonly previewId: string;
  readonly feedback: string | null;
}

/** How the preview came about, from the first on. */
async function chainOf({ tx, principal }: Context, preview: PreviewRow): Promise<Refinement[]> {
  const chain: Refinement[] = [];
  let at: PreviewRow | undefined = preview;
  while (at !== undefined && chain.length < CHAIN_MOST) {
    chain.unshift({ previewId: at.id, feedback: at.feedback });
    at = at.previousId === null ? undefined : await previewById(tx, principal.workspaceId, at.previousId);
  }
  return chain;
}

/** What is understood and searched, in the words of the filters; and that nobody real was asked. */
async function resultOf(context: Context, preview: PreviewRow): Promise<Record<string, unknown>> {
  const { criteria } = searchOf(preview);
  return {
    standIn: true,
    note: 'a local stand-in: an invented world was searched, no provider was asked',
    filters: filtersShown(criteria),
    notUnderstood: [...preview.notUnderstood],
    refinements: await chainOf(context, preview),
  };
}

function filtersShown({ include, exclude, spans, flags }: Criteria): Record<string, unknown> {
  return {
    ...include,
    ...spans,
    ...flags,
    ...(Object.keys(exclude).length > 0 && { exclude }),
  };
}

async function showPreview(context: Context, preview: PreviewRow): Promise<PreviewRecord> {
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

/** A new preview; the one it came from stays as it is. Throws Refusal `not_found`. */
export async function iteratePreview(context: Context, id: string, feedback: string): Promise<PreviewRecord> {
  const preview = await previewOf(context, id);
  const said = saidIn(feedback);
  const criteria = refined(preview.criteria, feedback, said);
  const { resolvedProvider: provider } = preview;
  return keep(context, {
    ...preview,
    entity: resolvedEntity(provider, criteria.entity),
    criteria,
    notUnderstood: said.notUnderstood,
    previousId: preview.id,
    feedback: feedback.trim(),
  });
}

/**
 * A page of what the preview finds: asked anew each time, and nothing is kept. Fundraising providers are walked from
 * page 1 on, inside, and end with the tenth: Refusal `unprocessable` beyond. Throws Refusal `not_found`.
 */
export async function readResults(
  context: Context,
  id: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ReplyOf<Rows['results']>> {
  const preview = await previewOf(context, id);
  const { resolvedProvider: provider, entity, userInput } = preview;
  if (isFundraising(provider) && page > LIMITS.fundraisingPages) {
    const message = `${provider} gives at most ${LIMITS.fundraisingPages} pages: page ${page} cannot be read`;
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
