import type { CampaignStatus } from '../../../../contract/campaigns/enums.ts';
import type { Parsed } from '../../../../contract/table.ts';
import type { StoredStep } from '../../../../rules/campaigns/stored.ts';
import { allOf, raw, sql, type Tx } from '../../../core/sql.ts';

/** A campaign without its steps. */
export interface CampaignHead {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly identityId: number | null;
  readonly status: CampaignStatus;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Branches included. */
  readonly stepCount: number;
  /** When it first ran with contacts; null for never. */
  readonly sendsBeganAt: number | null;
}

export interface CampaignRow extends CampaignHead {
  readonly steps: readonly StoredStep[];
}

export type CampaignValues = Omit<CampaignRow, 'id' | 'createdAt' | 'stepCount'>;

const HEAD = `id, name, description, identity_id as identityId, status, track_opens as "trackOpens?",
  track_clicks as "trackClicks?", created_at as createdAt, updated_at as updatedAt, step_count as stepCount, sends_began_at as sendsBeganAt`;

export async function campaignById(tx: Tx, workspaceId: number, id: number): Promise<CampaignRow | undefined> {
  return tx.one<CampaignRow>(sql`select ${raw(HEAD)}, steps as "steps{}" from campaigns
    where workspace_id = ${workspaceId} and id = ${id}`);
}

/** `name` matches exactly. */
export async function campaignPage(tx: Tx, workspaceId: number, query: Parsed<'campaigns', 'list'>['query']) {
  const where = allOf([
    sql`workspace_id = ${workspaceId}`,
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
    ...(query.name === undefined ? [] : [sql`name = ${query.name}`]),
  ]);
  return tx.page<CampaignHead>(sql`select ${raw(HEAD)} from campaigns where ${where}`, 'id', query);
}

export async function isCampaignName(tx: Tx, workspaceId: number, name: string): Promise<boolean> {
  return tx.has(sql`from campaigns where workspace_id = ${workspaceId} and name = ${name}`);
}

export async function campaignNames(tx: Tx, workspaceId: number): Promise<Pick<CampaignHead, 'id' | 'name'>[]> {
  return tx.all(sql`select id, name from campaigns where workspace_id = ${workspaceId} order by id`);
}

/** For every campaign of the workspace, those its steps add contacts to; ids as text, as the rules have them. */
export async function campaignLinks(tx: Tx, workspaceId: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.all<{ id: number; leadsTo: readonly number[] }>(sql`select id, leads_to as "leadsTo{}"
    from campaigns where workspace_id = ${workspaceId} order by id`);
  return new Map(rows.map(({ id, leadsTo }) => [String(id), leadsTo.map(String)]));
}

/** Adds an empty campaign, to be filled in the same transaction. Returns its id. */
export async function insertCampaign(tx: Tx, workspaceId: number, now: number): Promise<number> {
  const empty = {
    name: '',
    status: 'DRAFT',
    trackOpens: false,
    trackClicks: false,
    steps: [],
    stepCount: 0,
    leadsTo: [],
  };
  return tx.insert('campaigns', { ...empty, workspaceId, createdAt: now, updatedAt: now });
}

/** `stepCount`: steps with those of all branches; `leadsTo`: the campaigns they add contacts to. */
export interface StepFacts {
  readonly stepCount: number;
  readonly leadsTo: readonly number[];
}

export async function updateCampaignRow(tx: Tx, id: number, values: CampaignValues, facts: StepFacts): Promise<void> {
  const { name, description, identityId, status, trackOpens, trackClicks, steps, sendsBeganAt, updatedAt } = values;
  const row = { name, description, identityId, status, trackOpens, trackClicks, steps, sendsBeganAt, updatedAt };
  await tx.update('campaigns', id, { ...row, ...facts });
}

/** For changes within steps: their number and the campaigns they lead to stay as they are. */
export async function updateSteps(tx: Tx, id: number, steps: readonly StoredStep[]): Promise<void> {
  await tx.update('campaigns', id, { steps });
}

/** `sendsBeganAt` is kept if the campaign has one already. */
export async function updateCampaignStatus(
  tx: Tx,
  id: number,
  { status, sendsBeganAt, updatedAt }: Pick<CampaignValues, 'status' | 'sendsBeganAt' | 'updatedAt'>,
): Promise<void> {
  await tx.run(sql`update campaigns
    set status = ${status}, sends_began_at = coalesce(sends_began_at, ${sendsBeganAt}), updated_at = ${updatedAt}
    where id = ${id}`);
}

/** Records that the campaign is sending; the first time is kept. */
export async function markSent(tx: Tx, id: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns set sends_began_at = ${now} where id = ${id} and sends_began_at is null`);
}

const STEP_IDS = 'campaign_steps';

/** Issues ids of steps and places: unique in the store, never reused. Valid while the write lock is held. */
export async function stepIdCounter(tx: Tx) {
  // A write, so that no one else counts on until this one is through.
  const kept = sql`insert into counters (name, last)
    values (${STEP_IDS}, 0) on conflict (name) do update set last = counters.last returning last`;
  let last = (await tx.value<number>(kept)) ?? 0;
  return {
    next: () => {
      last += 1;
      return last;
    },
    save: async () => {
      await tx.run(sql`insert into counters (name, last)
        values (${STEP_IDS}, ${last}) on conflict (name) do update set last = excluded.last`);
    },
  };
}
