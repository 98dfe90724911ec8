// How a service writes the end of a path, by its own answers: `next: []` or `next: [""]`.

import { listPages } from '../../../client/answers/pages.ts';
import { type BranchEnd, endsIn, withEnds } from '../../../rules/workflows/ends.ts';
import type { Session } from '../../session/session.ts';
import { ifAnswered } from '../answer/created.ts';
import { isLocal } from '../lint/undocumented-rules.ts';
import { keepCatalogue, seenCatalogue } from './catalogue-cache.ts';

/** Workflows that are read to find out. */
const READ_MOST = 3;

/** By a workflow of the service, kept for the next time; the local service ends paths as this build writes them. */
function endsSeen(session: Session, workflow: unknown): BranchEnd | null {
  if (isLocal(session)) return null;
  const [paths, profile] = [session.paths, session.profile().name];
  const known = seenCatalogue(paths, profile).ends;
  const ends = endsIn(workflow) ?? known;
  if (ends !== null && ends !== known) keepCatalogue(paths, profile, { ends });
  return ends;
}

/** What is sent for a new workflow: a service that was not seen yet is asked for some of its own. */
export async function withOwnEnds<B>(session: Session, body: B): Promise<B> {
  if (isLocal(session)) return body;
  const known = endsSeen(session, null) ?? (await ifAnswered(() => asked(session))) ?? null;
  return withEnds(body, known);
}

async function asked(session: Session): Promise<BranchEnd | null> {
  const { api, call } = await session.client();
  for await (const { id } of listPages(call, 'workflows', 'list', {}, { limit: READ_MOST })) {
    if (id === undefined) continue;
    const ends = endsSeen(session, await api.workflows.get({ params: { workflowId: id } }));
    if (ends !== null) return ends;
  }
  return null;
}
