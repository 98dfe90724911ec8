// How a service writes the end of a path, by its own answers: `next: []` or `next: [""]`.

import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { type BranchEnd, endsIn, withEnds } from '../../../rules/workflows/ends.ts';
import { profileCache } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';
import { ifAnswered } from '../answer/created.ts';
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

/**
 * Creates what is made here, not by the user: where it is not known how the service writes the end of a path, and it refuses the
 * one form, the other is sent. What was refused was not created.
 */
export async function withEitherEnd<B, T>(session: Session, body: B, create: (body: B) => Promise<T>): Promise<T> {
  const cache = profileCache(session, session.profile().name);
  try {
    return await create(body);
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 422);
    if (!isRefused || isLocal(session) || cache.read('ends') !== null) throw error;
    const created = await create(withEnds(body, 'empty slot')).catch(() => {
      throw error;
    });
    cache.write('ends', 'empty slot');
    return created;
  }
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
