// Publishing a draft, and the error if someone else published first.

import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Api } from '../../../contract/table.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../../shared/answer/known.ts';

/** `version 3, published 2026-…; the draft has changed since` */
async function stateOf(api: Api, workflowId: AnyId): Promise<string> {
  const { version, published, revision, hasUnpublishedChanges } = await api.workflows.get({ params: { workflowId } });
  const of =
    published == null
      ? 'nothing is published'
      : `version ${orDash(version)} was published at ${orDash(published.publishedAt)}`;
  return `${of}; the draft is at revision ${revision}${hasUnpublishedChanges ? ', with changes that are not published' : ''}`;
}

/** Publishes. A conflict (exit 6) says what is published now; the other publish is complete. */
export async function publishDraft(
  session: Session,
  workflowId: AnyId,
  revision: string | undefined,
): Promise<Awaited<ReturnType<Api['workflows']['publish']>>> {
  const api = await session.api();
  try {
    return await api.workflows.publish({ params: { workflowId }, body: revision === undefined ? {} : { revision } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
    const now = await stateOf(api, workflowId).catch(() => null);
    error.hint = `${now === null ? '' : `${now}. `}Your draft was not published: check it, and publish again`;
    throw error;
  }
}
