// Campaigns and runs of workflows that a contact is in: for the pages of the local service.

import { groupBy } from '../../../contract/group-by.ts';
import type { Context } from '../../core/context.ts';
import { workflowVersion } from '../workflows/queries/workflows.ts';
import {
  type ContactCampaign,
  type ContactRunStep,
  contactCampaigns,
  contactRunSteps,
} from './queries/participation.ts';

export type { ContactCampaign };

export interface ContactRun extends ContactRunStep {
  readonly stepId: string;
}

/** Campaigns by id; and what the newest runs did, newest first, with the ids of their steps. */
export async function participationOf({ tx, principal }: Context, contactId: number) {
  const campaigns = await contactCampaigns(tx, principal.workspaceId, contactId);
  const rows = await contactRunSteps(tx, principal.workspaceId, contactId);
  const runs: ContactRun[] = [];
  for (const [, steps] of groupBy(rows, ({ runId }) => runId)) {
    const { workflowId = 0, version = 0 } = steps[0] ?? {};
    const nodes = (await workflowVersion(tx, workflowId, version))?.plan.nodes ?? [];
    for (const row of steps) runs.push({ ...row, stepId: nodes[row.step]?.id ?? String(row.step) });
  }
  return { campaigns, runs };
}
