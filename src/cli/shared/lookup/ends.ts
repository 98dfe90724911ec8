// How a service writes the end of a path, by its own answers: `next: []` or `next: [""]`.

import { listPages } from '../../../client/answers/pages.ts';
import { type BranchEnd, endsIn, withEnds } from '../../../rules/workflows/file.ts';
import { profileCache } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';
import { ifAnswered } from '../created.ts';
import { isLocal } from '../lint/undocumented-rules.ts';

/** Workflows that are read to find out. */
const READ_MOST = 3;

/** What is sent for a new workflow: a service that was not seen today is asked for some of its own. */
export async function withOwnEnds<B>(session: Session, body: B): Promise<B> {
  if (isLocal(session)) return body;
  const kept = profileCache(session, session.profile().name).read('ends');
  const ends = kept?.isFresh === true ? kept.value : await ifAnswered(() => asked(session));
  return withEnds(body, ends ?? kept?.value ?? null);
}

async function asked(session: Session): Promise<BranchEnd | null> {
  const { api, call } = await session.client();
  for await (const { id } of listPages(call, 'workflows', 'list', {}, { limit: READ_MOST })) {
    if (id === undefined) continue;
    const ends = endsIn(await api.workflows.get({ params: { workflowId: id } }));
    if (ends === null) continue;
    profileCache(session, session.profile().name).write('ends', ends);
    return ends;
  }
  return null;
}
