// Loads the sample workspace through the use cases, so that existing records are merged.

import type { SavedFilterType } from '../../contract/finder/enums.ts';
import { type Context, linksTo, type Tx } from '../core/context.ts';
import { principalOf } from '../core/principal.ts';
import { firstKey } from '../core/queries/keys.ts';
import { ensureSavedFilter } from '../resources/finder/queries/saved-filters.ts';
import { loadAi } from './ai.ts';
import { loadCampaigns } from './campaigns.ts';
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

interface SampleFilter {
  readonly name: string;
  readonly type: SavedFilterType;
  readonly text: string;
}

const SAMPLE_FILTERS: readonly SampleFilter[] = [
  { name: 'Sales leaders in DACH', type: 'LEAD', text: 'sales leaders in DACH at companies with 50-500 employees' },
  { name: 'Engineering leaders', type: 'LEAD', text: 'CTOs, VPs of engineering and heads of engineering' },
  { name: 'Funded software companies', type: 'COMPANY', text: 'software companies in Europe that raised a Series A' },
];

async function loadSavedFilters({ tx, principal, now }: Context): Promise<void> {
  // Loaded late: every start of the service gets here, but only the first has texts to understand.
  const { criteriaOfText, parseText } = await import('../stand-ins/audience/understand.ts');
  for (const { name, type, text } of SAMPLE_FILTERS) {
    const criteria = criteriaOfText(parseText(text));
    await ensureSavedFilter(tx, principal.workspaceId, { name, type, description: text, criteria }, now);
  }
}
