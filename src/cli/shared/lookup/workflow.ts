// Workflows by id or name on the command line.

import { listPages } from '../../../client/answers/pages.ts';
import type { Campaign } from '../../../contract/campaigns/endpoints.ts';
import { type AnyId, isSameId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import type { Session } from '../../session/session.ts';
import { anyId, outreachIdOf } from './match.ts';

// Campaigns by id or name on the command line.

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export const campaignIdOf = (session: Session, text: string): Promise<AnyId> => outreachIdOf(session, text, 'campaign');

/** The campaign with its steps. Throws ApiError for an id that no campaign has; else as `campaignIdOf`. */
export async function findCampaign(session: Session, text: string): Promise<Campaign & { readonly id: AnyId }> {
  const campaignId = await campaignIdOf(session, text);
  return { ...(await (await session.api()).campaigns.get({ params: { campaignId } })), id: campaignId };
}

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export const workflowIdOf = (session: Session, text: string): Promise<AnyId> => outreachIdOf(session, text, 'workflow');

/** Whether published versions can be read. */
export async function hasVersions(session: Session): Promise<boolean> {
  return await (await session.client()).takes(routes.workflows.get, 'version');
}

/** The workflow with its draft, or with a published version. Throws ApiError for an id that no workflow has. */
export async function findWorkflow(
  session: Session,
  text: string,
  version?: number,
): Promise<Workflow & { readonly id: AnyId }> {
  const workflowId = await workflowIdOf(session, text);
  const query = version === undefined ? {} : { version };
  return { ...(await (await session.api()).workflows.get({ params: { workflowId }, query })), id: workflowId };
}

/** A run need not name its workflow: then it is the one whose runs it is among. */
export async function workflowOfRun(session: Session, runId: AnyId): Promise<AnyId | undefined> {
  const { call } = await session.client();
  const options = { signal: session.io.interrupt };
  for await (const { id } of listPages(call, 'workflows', 'list', {}, options)) {
    if (id === undefined) continue;
    const runs = listPages(call, 'workflows', 'runs', { params: { workflowId: id } }, options);
    for await (const run of runs) if (isSameId(run.runId, runId)) return id;
  }
  return undefined;
}

/** Runs have no names. */
export const runIdOf = (session: Session, text: string): AnyId => anyId(session, text, 'run');
