// Loads the sample workspace through the use cases, so that existing records are merged.

import { type Context, linksTo } from '../core/context.ts';
import { principalOf } from '../core/principal.ts';
import { firstKey } from '../core/queries/keys.ts';
import type { Tx } from '../core/store.ts';
import { ensureSavedFilter } from '../resources/finder/queries/saved-filters.ts';
import { refreshPlaybook } from '../resources/playbook/jobs.ts';
import { writePlaybook } from '../resources/playbook/update.ts';
import { getPlaybook } from '../resources/playbook/view.ts';
import { loadAi } from './ai.ts';
import { loadCampaigns } from './campaigns.ts';
import { loadInbox } from './inbox.ts';
import { loadRecords } from './records.ts';
import SAMPLE from './sample.json';
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

/** After companies, which it recommends; refreshed at once, so that no background work is left. One that has any content is kept. */
async function loadPlaybook(context: Context): Promise<void> {
  const { company, idealCompanies: _, ...sections } = await getPlaybook(context);
  const hasContent =
    Object.values(company).some((value) => value !== null) || Object.values(sections).some(({ length }) => length > 0);
  if (hasContent) return;
  await writePlaybook(context, SAMPLE.playbook);
  await refreshPlaybook(context);
}

async function loadSavedFilters({ tx, principal, now }: Context): Promise<void> {
  // Loaded late: every start of the service gets here, but only the first has texts to understand.
  const { criteriaOfText, parseText } = await import('../stand-ins/audience/understand.ts');
  for (const type of ['LEAD', 'COMPANY'] as const) {
    for (const { name, text } of SAMPLE.filters[type]) {
      const criteria = criteriaOfText(parseText(text));
      await ensureSavedFilter(tx, principal.workspaceId, { name, type, description: text, criteria }, now);
    }
  }
}
