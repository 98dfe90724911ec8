// The forecast of one campaign, and its first line where something is about to be started.

import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import type { CampaignInput } from '../../../contract/campaigns/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Api } from '../../../contract/table.ts';
import { type Planned, type PlanOptions, REFUSED } from '../../../rules/outreach/plan.ts';
import type { Session } from '../../session/session.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { screened } from '../../shared/never-contact/guard.ts';
import { CliError } from '../../terminal/exit.ts';
import type { OutreachFolder } from '../folder/folder.ts';
import { LockFile } from '../folder/lock-file.ts';
import { Apply } from '../planning/carry-out.ts';
import { makePlan } from '../planning/make-plan.ts';
import { openOutreach } from '../planning/open.ts';
import { beginForecast, enrolList, type Forecast, type ForecastOptions, onCopy, runAhead } from './run-ahead.ts';
import { firstLine } from './text.ts';

const USUAL = { days: 14, from: null, rates: {} };

/** More contacts than these take longer than a question may. */
const CONTACTS_MAX = 5000;

/** As many identities as an error names. */
const SHOWN_MAX = 10;

/** A copy has no request that could be looked up: only why it cannot start is of use. */
async function startIn({ campaigns }: Api, campaignId: number): Promise<void> {
  try {
    await campaigns.setStatus({ params: { campaignId }, body: { status: 'ACTIVE' } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const hint = 'reach identity list shows who can send; reach campaign lint checks a file';
    throw new CliError('refused', error.code, `the campaign could not start: ${error.message}`, { hint });
  }
}

/** A file need not name its sender: the only identity of the workspace sends. Throws CliError where there are several. */
async function withSender(session: Session, { identities }: Api, campaign: CampaignInput): Promise<CampaignInput> {
  if (campaign.identityId != null) return campaign;
  const found = (await identities.list({ query: { pageSize: SHOWN_MAX } })).identities ?? [];
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return { ...campaign, identityId: Number(only.id) };
  const names = found.map(({ name, email }) => name ?? email).join(', ');
  const hint =
    only === undefined ? 'reach campaign lint checks a file' : `add "identity: NAME" to the file; one of ${names}`;
  const has = `the workspace of profile ${session.profile().name} has ${only === undefined ? 'no identity' : 'several identities'}`;
  throw new CliError('refused', 'required', `the file names no sender, and ${has}`, { hint });
}

/** A campaign that exists, or is created first, and started; `listId`: contacts that are added before. */
export async function forecastCampaign(
  session: Session,
  campaign: AnyId | CampaignInput,
  listId: number | null,
  options: ForecastOptions,
  tell: (text: string) => void,
): Promise<Forecast> {
  const found = listId === null ? null : await screened(session, { lists: [listId] });
  return await onCopy(session, async (copy) => {
    const { campaigns } = copy.api;
    await beginForecast(copy, options);
    const id =
      typeof campaign === 'object'
        ? (await campaigns.create({ body: await withSender(session, copy.api, campaign) })).id
        : campaign;
    const campaignId = Number(id);
    const before = listId === null ? [] : await enrolList(copy.api, campaignId, listId, found);
    const { status } = await campaigns.get({ params: { campaignId } });
    if (status !== 'ACTIVE') await startIn(copy.api, campaignId);
    return await runAhead(copy, options, { campaignIds: [campaignId], before }, tell);
  });
}

/** It only helps to decide: what the copy refuses, the command itself reports. */
async function lineOf(session: Session, title: string, work: (tell: (text: string) => void) => Promise<Forecast>) {
  try {
    return `${title}: ${firstLine(await session.progress('Running ahead', work))}`;
  } catch (error) {
    if (error instanceof ApiError || error instanceof CliError) return null;
    throw error;
  }
}

/** Of a campaign that is about to be started with the contacts it has; null where there is none, or no local service. */
export async function campaignLine(session: Session, campaignId: AnyId, contacts: number): Promise<string | null> {
  if (!isLocal(session) || contacts === 0 || contacts > CONTACTS_MAX) return null;
  return await lineOf(session, 'forecast', (tell) => forecastCampaign(session, campaignId, null, USUAL, tell));
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
  return await lineOf(session, 'forecast once applied', (tell) =>
    onCopy(session, async (copy) => {
      const opened = await openOutreach(copy.session, folder, lock);
      const inMemory = { ...opened, lock: LockFile.inMemory(opened.lock.lock) };
      const plan = await makePlan(copy.session, inMemory, options);
      await new Apply(copy.session, inMemory, options.prune === true).runAll(plan);
      await beginForecast(copy, USUAL);
      const { call } = await copy.session.client();
      const campaignIds: number[] = [];
      for await (const { id } of listPages(call, 'campaigns', 'list', { query: {} })) campaignIds.push(Number(id));
      return await runAhead(copy, USUAL, { campaignIds }, tell);
    }),
  );
}
