// Previews, one after the other: for the pages of the local service.

import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { previewPage } from './queries/preview-page.ts';

export interface PreviewLine {
  readonly id: string;
  readonly userInput: string;
  readonly feedback: string | null;
  readonly resolvedProvider: string;
  readonly entity: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Newest first, also those that have expired. */
export async function listPreviews(
  { tx, principal }: Context,
  query: PageRequest,
): Promise<{ readonly previews: readonly PreviewLine[] } & ReturnType<typeof pagingOf>> {
  const { rows, total } = await previewPage(tx, principal.workspaceId, windowOf(query));
  const previews = rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  }));
  return { previews, ...pagingOf(query, total) };
}
