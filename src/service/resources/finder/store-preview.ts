import { LIMITS } from '../../../contract/limits.ts';
import type { Context } from '../../core/context.ts';
import { hashOf } from '../../stand-ins/draw.ts';
import { assertCrm } from '../actions/crm-connected.ts';
import { armPreviewPurge } from './purge.ts';
import { insertPreview, nextPreviewNumber, type PreviewRow } from './queries/previews.ts';
import { type PreviewRecord, previewView } from './view.ts';

export async function storePreview(
  context: Context,
  made: Omit<PreviewRow, 'id' | 'createdAt' | 'expiresAt'>,
): Promise<PreviewRecord> {
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
