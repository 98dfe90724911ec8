import { filtersOfProfile } from '../../../rules/playbook/recommend.ts';
import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import type { Performer } from '../../jobs/work.ts';
import { companiesFitting, playbookItems, updatePlaybookItem, writeIdealCompanies } from './queries/playbook.ts';

/**
 * Refreshes the recommendations after a change of the playbook: for each ideal customer profile, search filters and matching
 * companies. Words that cannot be understood are ignored.
 */
export const playbookRefresh: Performer = { perform: (_, context) => refreshPlaybook(context) };

/** Our choice: how many companies are recommended at most, and how many of the workspace a refresh considers. */
const RECOMMENDED = 25;
const LOOKED_AT = 5000;

const REFRESH_JOB = 'playbook-refresh';

/** At most one refresh waits per workspace: it covers every change before it. */
export async function queueRefresh(context: Context): Promise<void> {
  await enqueueJob(context, { kind: REFRESH_JOB, key: '' });
}

export async function refreshPlaybook({ tx, principal, now }: Pick<Context, 'tx' | 'principal' | 'now'>) {
  const ideal = new Map<number, Record<string, unknown>>();
  for (const { id, section, fields: profile, removedAt } of await playbookItems(tx, principal.workspaceId)) {
    if (section !== 'idealCustomerProfiles' || removedAt !== null) continue;
    const filters = filtersOfProfile(profile);
    await updatePlaybookItem(tx, id, { filters: { ...filters } });
    const { min = null, max = null } = filters.companySize ?? {};
    const wanted = { industries: filters.industries, min, max, scanned: LOOKED_AT, limit: RECOMMENDED };
    for (const company of await companiesFitting(tx, principal.workspaceId, wanted)) {
      if (!ideal.has(company.id)) ideal.set(company.id, { ...company, idealCustomerProfile: profile['name'] });
    }
  }
  await writeIdealCompanies(tx, principal.workspaceId, JSON.stringify([...ideal.values()].slice(0, RECOMMENDED)), now);
}
