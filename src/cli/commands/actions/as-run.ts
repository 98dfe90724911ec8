// A run of actions that was started as a workflow.

import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Run } from '../../../contract/workflows/records.ts';
import type { Session } from '../../session/session.ts';
import { NoDocumentedWay } from '../../shared/documented-way/by-documented-way.ts';

/** Throws NoDocumentedWay where no run of a workflow has this id. */
export async function runOf(session: Session, runId: AnyId): Promise<Run> {
  try {
    return await (await session.api()).workflows.getRun({ params: { runId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new NoDocumentedWay(`it shows no actions, and no workflow has a run ${runId}`);
  }
}
