import type { CampaignStatus } from '../../../../contract/campaigns/enums.ts';
import type { StoredStep } from '../../../../rules/campaigns/stored.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type PageWindow } from '../../../db/fragment.ts';

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

type HeadColumns = Omit<CampaignHead, 'trackOpens' | 'trackClicks'> & {
  readonly opens: number;
  readonly clicks: number;
};

const HEAD = `id, name, description, identity_id as identityId, status, track_opens as opens, track_clicks as clicks,
  created_at as createdAt, updated_at as updatedAt, step_count as stepCount, sends_began_at as sendsBeganAt`;

function headOf<F extends HeadColumns>({ opens, clicks, ...head }: F) {
  return { ...head, trackOpens: opens === 1, trackClicks: clicks === 1 };
}

export async function campaignById(tx: Tx, workspaceId: number, id: number): Promise<CampaignRow | undefined> {
  const row = await tx.one<HeadColumns & { readonly steps: string }>(
    `select ${HEAD}, steps from campaigns where workspace_id = ? and id = ?`,
    workspaceId,
    id,
  );
  if (row === undefined) return undefined;
  const steps: readonly StoredStep[] = JSON.parse(row.steps);
  return { ...headOf(row), steps };
}

export interface CampaignFilter {
  readonly status: CampaignStatus | null;
  /** Exact. */
  readonly name: string | null;
}

/** A page of campaigns, oldest first, and the total. */
export async function campaignPage(
  tx: Tx,
  workspaceId: number,
  filter: CampaignFilter,
  page: PageWindow,
): Promise<{ rows: CampaignHead[]; total: number }> {
  const where = allOf([
    { sql: 'workspace_id = ?', values: [workspaceId] },
    ...(filter.status === null ? [] : [{ sql: 'status = ?', values: [filter.status] }]),
    ...(filter.name === null ? [] : [{ sql: 'name = ?', values: [filter.name] }]),
  ]);
  const rows = await tx.all<HeadColumns>(
    `select ${HEAD} from campaigns where ${where.sql} order by id limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const counted = await tx.one<{ n: number }>(
    `select count(*) as n from campaigns where ${where.sql}`,
    ...where.values,
  );
  return { rows: rows.map(headOf), total: counted?.n ?? 0 };
}

/** Whether a campaign of the workspace has this name. */
export async function isCampaignName(tx: Tx, workspaceId: number, name: string): Promise<boolean> {
  const sql = 'select id from campaigns where workspace_id = ? and name = ? limit 1';
  return (await tx.one(sql, workspaceId, name)) !== undefined;
}

/** Id and name of every campaign of the workspace, oldest first. */
export async function campaignNames(tx: Tx, workspaceId: number): Promise<Pick<CampaignHead, 'id' | 'name'>[]> {
  return tx.all('select id, name from campaigns where workspace_id = ? order by id', workspaceId);
}

/** For every campaign of the workspace, those its steps add contacts to; ids as text, as the rules have them. */
export async function campaignLinks(tx: Tx, workspaceId: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.all<{ id: number; leadsTo: string }>(
    'select id, leads_to as leadsTo from campaigns where workspace_id = ? order by id',
    workspaceId,
  );
  return new Map(
    rows.map(({ id, leadsTo }) => {
      const targets: readonly number[] = JSON.parse(leadsTo);
      return [String(id), targets.map(String)];
    }),
  );
}

/** Adds an empty campaign, to be filled in the same transaction. Returns its id. */
export async function insertCampaign(tx: Tx, workspaceId: number, now: number): Promise<number> {
  const { lastId } = await tx.run(
    `insert into campaigns (workspace_id, name, status, track_opens, track_clicks, steps, step_count, leads_to,
       created_at, updated_at)
     values (?, '', 'DRAFT', 0, 0, '[]', 0, '[]', ?, ?)`,
    workspaceId,
    now,
    now,
  );
  return lastId;
}

/** `count`: steps with those of all branches; `leadsTo`: the campaigns they add contacts to. */
export interface StepFacts {
  readonly count: number;
  readonly leadsTo: readonly number[];
}

export async function updateCampaignRow(tx: Tx, id: number, values: CampaignValues, facts: StepFacts): Promise<void> {
  await tx.run(
    `update campaigns set name = ?, description = ?, identity_id = ?, status = ?, track_opens = ?, track_clicks = ?,
       sends_began_at = ?, updated_at = ?, steps = ?, step_count = ?, leads_to = ? where id = ?`,
    values.name,
    values.description,
    values.identityId,
    values.status,
    values.trackOpens ? 1 : 0,
    values.trackClicks ? 1 : 0,
    values.sendsBeganAt,
    values.updatedAt,
    JSON.stringify(values.steps),
    facts.count,
    JSON.stringify(facts.leadsTo),
    id,
  );
}

/** For changes within steps: their number and the campaigns they lead to stay as they are. */
export async function updateSteps(tx: Tx, id: number, steps: readonly StoredStep[]): Promise<void> {
  await tx.run('update campaigns set steps = ? where id = ?', JSON.stringify(steps), id);
}

/** `sendsBeganAt` is kept if the campaign has one already. */
export async function updateCampaignStatus(
  tx: Tx,
  id: number,
  { status, sendsBeganAt, updatedAt }: Pick<CampaignValues, 'status' | 'sendsBeganAt' | 'updatedAt'>,
): Promise<void> {
  await tx.run(
    `update campaigns set status = ?, sends_began_at = coalesce(sends_began_at, ?), updated_at = ? where id = ?`,
    status,
    sendsBeganAt,
    updatedAt,
    id,
  );
}

/** Records that the campaign is sending; the first time is kept. */
export async function markSent(tx: Tx, id: number, now: number): Promise<void> {
  await tx.run('update campaigns set sends_began_at = ? where id = ? and sends_began_at is null', now, id);
}

/** Issues ids of steps and places: unique in the store, never reused. Valid while the write lock is held. */
export interface StepIdCounter {
  next(): number;
  save(): Promise<void>;
}

const STEP_IDS = 'campaign_steps';

export async function stepIdCounter(tx: Tx): Promise<StepIdCounter> {
  // A write, so that no one else counts on until this one is through.
  const kept = await tx.one<{ last: number }>(
    `insert into counters (name, last) values (?, 0) on conflict (name) do update set last = counters.last
     returning last`,
    STEP_IDS,
  );
  let last = kept?.last ?? 0;
  return {
    next: () => {
      last += 1;
      return last;
    },
    save: async () => {
      const sql =
        'insert into counters (name, last) values (?, ?) on conflict (name) do update set last = excluded.last';
      await tx.run(sql, STEP_IDS, last);
    },
  };
}
