// The first line of a forecast, where something is about to be started.

import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { type Planned, type PlanOptions, REFUSED } from '../../../rules/outreach/plan.ts';
import type { Session } from '../../session/session.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { CliError } from '../../terminal/exit.ts';
import type { OutreachFolder } from '../folder/folder.ts';
import { LockFile } from '../folder/lock-file.ts';
import { Apply } from '../planning/carry-out.ts';
import { makePlan } from '../planning/make-plan.ts';
import { openOutreach } from '../planning/open.ts';
import { forecastCampaign } from './campaign.ts';
import { beginForecast, type Forecast, onCopy, runAhead } from './run-ahead.ts';
import { firstLine } from './text.ts';

const USUAL = { days: 14, from: null, rates: {} };

/** More contacts than these take longer than a question may. */
const CONTACTS_MAX = 5000;

/** It only helps to decide: what the copy refuses, the command itself reports. */
async function lineOf(title: string, forecast: Promise<Forecast>): Promise<string | null> {
  try {
    return `${title}: ${firstLine(await forecast)}`;
  } catch (error) {
    if (error instanceof ApiError || error instanceof CliError) return null;
    throw error;
  }
}

/** Of a campaign that is about to be started with the contacts it has; null where there is none, or no local service. */
export async function campaignLine(session: Session, campaignId: AnyId, contacts: number): Promise<string | null> {
  if (!isLocal(session) || contacts === 0 || contacts > CONTACTS_MAX) return null;
  const campaign = { campaignId, input: null, listId: null };
  return await session.progress('Running ahead', (tell) =>
    lineOf('forecast', forecastCampaign(session, campaign, USUAL, tell)),
  );
}

/** Of all campaigns once a plan is applied that publishes workflows; null where it does not, or cannot be applied. */
export async function planLine(
  session: Session,
  planned: readonly Planned[],
  { folder, lock, options }: { readonly folder: OutreachFolder; readonly lock: string; readonly options: PlanOptions },
): Promise<string | null> {
  const isArmed = planned.some(({ arms }) => arms !== undefined) && !planned.some(({ action }) => REFUSED.has(action));
  if (!isArmed || !isLocal(session)) return null;
  const { counts } = await (await session.api()).local.status();
  if (counts.contacts > CONTACTS_MAX) return null;
  return await session.progress('Running ahead', (tell) =>
    lineOf(
      'forecast once applied',
      onCopy(session, async (copy) => {
        const opened = await openOutreach(copy.session, folder, lock);
        const inMemory = { ...opened, lock: LockFile.inMemory(opened.lock.lock) };
        const plan = await makePlan(copy.session, inMemory, options);
        await new Apply(copy.session, inMemory, options.prune === true, async () => {}).run(plan);
        await beginForecast(copy, USUAL);
        const { call } = await copy.session.client();
        const campaignIds: number[] = [];
        for await (const { id } of listPages(call, 'campaigns', 'list', { query: {} })) campaignIds.push(Number(id));
        return await runAhead(copy, USUAL, { campaignIds }, tell);
      }),
    ),
  );
}
