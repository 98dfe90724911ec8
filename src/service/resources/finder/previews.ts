import type { PreviewInput } from '../../../contract/finder/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import type { PageRequest } from '../../core/sql.ts';
import { enqueueUnlessQueued } from '../../jobs/queries/jobs.ts';
import { refined } from '../../stand-ins/audience/refine.ts';
import { criteriaOfText, parseText } from '../../stand-ins/audience/understand.ts';
import { hashOf } from '../../stand-ins/draw.ts';
import { resolvedEntity, resolvedProvider } from '../../stand-ins/search/search.ts';
import { assertCrm } from '../actions/status.ts';
import { identityIds } from '../identities/queries/identities.ts';
import {
  deletePreviews,
  firstPreviewAt,
  insertPreview,
  nextPreviewNumber,
  type PreviewRow,
  previewPage,
  savedFilterById,
} from './queries/previews.ts';
import { type PreviewRecord, previewOf, previewView } from './view.ts';

/** Throws Refusal `invalid` for an identity the caller does not have, `not_found` for the filter, `forbidden` without CRM. */
export async function createPreview(context: Context, input: PreviewInput): Promise<PreviewRecord> {
  const { text, savedFilterId, provider, identityId = null } = input;
  if (identityId !== null) await assertIdentity(context, identityId);
  const { userInput, criteria, notUnderstood } =
    savedFilterId === undefined ? parsedText(text ?? '') : await savedSearch(context, savedFilterId);
  const resolved = resolvedProvider(provider, criteria);
  return storePreview(context, {
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

/** Words without a meaning are only searched for if the text has no other criteria. */
function parsedText(text: string): Pick<PreviewRow, 'userInput' | 'criteria' | 'notUnderstood'> {
  const reported = parseText(text);
  const criteria = criteriaOfText(reported);
  const { notUnderstood } = reported;
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

/** Creates a new preview; the original stays as it is. Throws Refusal `not_found`. */
export async function iteratePreview(context: Context, id: string, feedback: string): Promise<PreviewRecord> {
  const preview = await previewOf(context, id);
  const reported = parseText(feedback);
  const criteria = refined(preview.criteria, feedback, reported);
  const { resolvedProvider: provider } = preview;
  return storePreview(context, {
    ...preview,
    entity: resolvedEntity(provider, criteria.entity),
    criteria,
    notUnderstood: reported.notUnderstood,
    previousId: preview.id,
    feedback: feedback.trim(),
  });
}

async function storePreview(context: Context, made: Omit<PreviewRow, 'id' | 'createdAt' | 'expiresAt'>) {
  const { tx, principal, now } = context;
  if (made.resolvedProvider.startsWith('CRM_')) await assertCrm(context);
  const id = previewId(principal.workspaceId, await nextPreviewNumber(tx, principal.workspaceId));
  const preview = { ...made, id, createdAt: now, expiresAt: now + LIMITS.previewLifetimeMs };
  await insertPreview(tx, principal.workspaceId, preview);
  await armPreviewPurge(context);
  return previewView(context, preview);
}

/** A version 8 (custom) UUID, derived from the workspace and a counter. */
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

/** Newest first, also those that have expired. */
export async function listPreviews({ tx, principal }: Context, query: PageRequest) {
  const { rows, paging } = await previewPage(tx, principal.workspaceId, query);
  const previews = rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  }));
  return { previews, ...paging };
}

// Expired previews are deleted. One job per workspace waits for the first of them, as long as there are any.

const PURGE_JOB = 'finder-purge';
const DAY_MS = 86_400_000;

/** Our choice: for a week after a preview expired, the refusal still names the text to create it again from. */
const KEPT_MS = LIMITS.previewLifetimeMs + 7 * DAY_MS;

const SLICE_PREVIEWS = 500;

/** First in a day, for what a store has kept from before; also after a purge that failed. */
export async function armPreviewPurge(context: Context): Promise<void> {
  await enqueueUnlessQueued(context, PURGE_JOB, '', context.now + DAY_MS);
}

/** Deletes one slice. Returns when the next is due: once a day at most; null if no preview is left. */
export async function purgePreviews({ tx, principal, now }: Context): Promise<number | null> {
  const { workspaceId } = principal;
  const deleted = await deletePreviews(tx, workspaceId, { until: now - KEPT_MS, limit: SLICE_PREVIEWS });
  if (deleted === SLICE_PREVIEWS) return now;
  const first = await firstPreviewAt(tx, workspaceId);
  return first === null ? null : Math.max(first + KEPT_MS, now + DAY_MS);
}
