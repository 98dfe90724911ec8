// Loads the sample workspace through the use cases, so that existing records are merged.

import { type Context, linksTo, type Tx } from '../core/context.ts';
import { principalOf } from '../core/principal.ts';
import { firstKey } from '../core/queries/keys.ts';
import { loadAi } from './ai.ts';
import { loadCampaigns } from './campaigns.ts';
import { loadSavedFilters } from './finder.ts';
import { loadInbox } from './inbox.ts';
import { loadPlaybook } from './playbook.ts';
import { loadRecords } from './records.ts';
import { loadSocial } from './social.ts';
import { loadWorkflows } from './workflows.ts';

/** In the open transaction, for the first workspace. Loading again adds only what is missing. */
export async function loadSample(tx: Tx, now: number): Promise<void> {
  const key = await firstKey(tx);
  if (!key) return;
  const context: Context = { tx, principal: principalOf(key), now, ...linksTo() };
  const contactIds = await loadRecords(context);
  const identityIds = await loadCampaigns(context);
  await loadInbox(context, contactIds, identityIds);
  await loadPlaybook(context);
  await loadSavedFilters(context);
  await loadSocial(context);
  await loadWorkflows(context);
  await loadAi(context);
}
