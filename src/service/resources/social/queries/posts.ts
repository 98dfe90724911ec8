import { REACTION_TYPES } from '../../../../contract/campaigns/enums.ts';
import type { EngagementKind, Reaction } from '../../../../contract/social/enums.ts';
import type { ReplyData } from '../../../../contract/table.ts';
import { allOf, type Fragment, inList, type PageRequest, raw, sql, type Tx } from '../../../core/sql.ts';
import { IDENTITY_NAME } from '../../identities/queries/identities.ts';

export interface PostRow {
  readonly id: number;
  readonly identityId: number;
  readonly identityName: string;
  readonly text: string;
  readonly topics: readonly string[];
  readonly targetRoles: readonly string[];
  readonly isRepost: boolean;
  readonly postedAt: number;
  readonly impressions: number;
  readonly refreshedAt: number | null;
}

/** `identityIds`: null = of every identity. Days are epoch ms, `before` exclusive. */
export interface PostFilter {
  readonly identityIds: readonly number[] | null;
  readonly from: number | null;
  readonly before: number | null;
  readonly withReposts: boolean;
}

const SELECT = `select p.id, p.identity_id as identityId, ${IDENTITY_NAME} as identityName, p.body as text,
    p.is_repost as "isRepost?", p.topics as "topics{}", p.target_roles as "targetRoles{}", p.posted_at as postedAt, p.impressions,
    p.refreshed_at as refreshedAt
  from social_posts as p join identities as i on i.id = p.identity_id`;

function whereOf(workspaceId: number, filter: PostFilter): Fragment {
  const { identityIds, from, before, withReposts } = filter;
  return allOf([
    sql`p.workspace_id = ${workspaceId}`,
    ...(identityIds === null ? [] : [sql`p.identity_id ${inList(identityIds)}`]),
    ...(from === null ? [] : [sql`p.posted_at >= ${from}`]),
    ...(before === null ? [] : [sql`p.posted_at < ${before}`]),
    ...(withReposts ? [] : [sql`p.is_repost = 0`]),
  ]);
}

export async function postPage(tx: Tx, workspaceId: number, filter: PostFilter, page: PageRequest) {
  const where = whereOf(workspaceId, filter);
  return tx.page<PostRow>(sql`${raw(SELECT)} where ${where}`, 'p.posted_at desc, p.id desc', page);
}

export async function postById(tx: Tx, workspaceId: number, id: number): Promise<PostRow | undefined> {
  return tx.one<PostRow>(sql`${raw(SELECT)} where p.workspace_id = ${workspaceId} and p.id = ${id}`);
}

/** Posts whose metrics are older than `before`, those never refreshed first. */
export async function stalePosts(tx: Tx, workspaceId: number, before: number, limit: number): Promise<PostRow[]> {
  return tx.all<PostRow>(sql`${raw(SELECT)}
    where p.workspace_id = ${workspaceId} and (p.refreshed_at is null or p.refreshed_at < ${before})
    order by p.refreshed_at nulls first, p.id limit ${limit}`);
}

type NewPost = Pick<PostRow, 'identityId' | 'text' | 'isRepost' | 'topics' | 'targetRoles' | 'postedAt'>;

export async function insertPost(tx: Tx, workspaceId: number, post: NewPost): Promise<number> {
  const { text: body, ...row } = post;
  return tx.insert('social_posts', { ...row, body, workspaceId });
}

export async function hasPosts(tx: Tx, workspaceId: number): Promise<boolean> {
  return tx.has(sql`from social_posts where workspace_id = ${workspaceId}`);
}

export async function writeRefresh(tx: Tx, postId: number, impressions: number, now: number): Promise<void> {
  await tx.run(sql`update social_posts set impressions = ${impressions}, refreshed_at = ${now} where id = ${postId}`);
}

export interface EngagementRow {
  readonly account: string;
  readonly kind: EngagementKind;
  readonly contactId: number | null;
  readonly identityId: number | null;
  readonly reactionType: Reaction | null;
  readonly at: number;
}

/** An account reacts, comments and reposts at most once: the first engagement of a kind stays. */
export async function insertEngagement(tx: Tx, workspaceId: number, postId: number, row: EngagementRow): Promise<void> {
  await tx.run(sql`insert into social_engagements
    (post_id, account, kind, workspace_id, contact_id, identity_id, reaction_type, at)
    values (${postId}, ${row.account}, ${row.kind}, ${workspaceId}, ${row.contactId}, ${row.identityId},
    ${row.reactionType}, ${row.at}) on conflict (post_id, account, kind) do nothing`);
}

/** A contact with a profile, picked by `roll` from 0 to 1; undefined if there is none. */
export async function pickContact(tx: Tx, workspaceId: number, roll: number): Promise<number | null> {
  const span = await tx.one<{ first: number | null; last: number | null }>(sql`select min(id) as first,
    max(id) as last from contacts where workspace_id = ${workspaceId}`);
  if (span === undefined || span.first === null || span.last === null) return null;
  const target = span.first + Math.floor(roll * (span.last - span.first + 1));
  const from = sql`workspace_id = ${workspaceId} and id >= ${target} and network_profile_url is not null`;
  return tx.value(sql`select id from contacts where ${from} order by id limit 1`);
}

export type PostCounts = Omit<ReplyData<'social', 'post'>['metrics'], 'impressions' | 'refreshedAt'>;

const COUNTED_AS = { REACTION: 'reactions', COMMENT: 'comments', REPOST: 'reposts' } as const;
export const NO_COUNTS: PostCounts = {
  reactionsByType: Object.fromEntries(REACTION_TYPES.map((type) => [type, 0])),
  ...{ reactions: 0, comments: 0, reposts: 0, engagedAccounts: 0, newEngagers: 0 },
};

/** Posts without engagement are left out. Counts of accounts exclude teammates and blocklisted contacts. */
export async function postCounts(tx: Tx, workspaceId: number, postIds: readonly number[]) {
  const kinds = await tx.all<{
    postId: number;
    kind: EngagementKind;
    type: string | null;
    n: number;
  }>(sql`select post_id as postId, kind, reaction_type as type, count(*) as n from social_engagements
    where post_id ${inList(postIds)} group by post_id, kind, reaction_type`);
  const accounts = await tx.all<{ postId: number; engaged: number; fresh: number }>(sql`select p.id as postId,
    count(distinct e.account) as engaged,
    count(distinct case when not exists (
    select 1 from social_engagements as o join social_posts as q on q.id = o.post_id
    where o.workspace_id = ${workspaceId} and o.account = e.account and (q.posted_at, q.id) < (p.posted_at, p.id)
    ) then e.account end) as fresh
    from social_posts as p join social_engagements as e on e.post_id = p.id
    left join contacts as c on c.id = e.contact_id
    where p.id ${inList(postIds)} and e.identity_id is null and coalesce(c.suppressed, 0) = 0
    group by p.id`);
  const engaged = new Map(accounts.map((row) => [row.postId, row]));
  const counts = new Map<number, PostCounts>();
  for (const { postId, kind, type, n } of kinds) {
    const { engaged: engagedAccounts = 0, fresh: newEngagers = 0 } = engaged.get(postId) ?? {};
    const before = counts.get(postId) ?? { ...NO_COUNTS, engagedAccounts, newEngagers };
    const sum = { ...before, [COUNTED_AS[kind]]: before[COUNTED_AS[kind]] + n };
    const byType = type === null ? before.reactionsByType : { ...before.reactionsByType, [type]: n };
    counts.set(postId, { ...sum, reactionsByType: byType });
  }
  return counts;
}

export function scheduleById(tx: Tx, workspaceId: number, id: number) {
  return tx.one<{ postId: number; createdAt: number }>(sql`select post_id as postId, created_at as createdAt
    from social_schedules where workspace_id = ${workspaceId} and id = ${id}`);
}

export function scheduledReactions(tx: Tx, scheduleId: number) {
  return tx.all<PlannedReaction & { doneAt: number | null }>(sql`select identity_id as identityId,
    reaction_type as reactionType, due_at as dueAt, done_at as doneAt from social_reactions where schedule_id = ${scheduleId} order by due_at, identity_id`);
}

export async function insertSchedule(tx: Tx, workspaceId: number, postId: number, now: number): Promise<number> {
  return tx.insert('social_schedules', { workspaceId, postId, createdAt: now });
}

export interface PlannedReaction {
  readonly identityId: number;
  readonly reactionType: Reaction;
  readonly dueAt: number;
}

export async function insertReaction(tx: Tx, of: { postId: number; scheduleId: number }, reaction: PlannedReaction) {
  await tx.insert('social_reactions', { ...of, ...reaction });
}

export async function reactingIdentities(tx: Tx, postId: number): Promise<ReadonlySet<number>> {
  const found = sql`select identity_id as id from social_reactions
    where post_id = ${postId}
    union select identity_id from social_engagements
    where post_id = ${postId} and kind = 'REACTION' and identity_id is not null`;
  return new Set(await tx.values<number>(found));
}

/** Marks the reaction as done; repeating it keeps the first time. */
export async function markReacted(tx: Tx, postId: number, identityId: number, now: number): Promise<void> {
  await tx.run(sql`update social_reactions set done_at = ${now}
    where post_id = ${postId} and identity_id = ${identityId} and done_at is null`);
}

export async function doneReactions(tx: Tx, postId: number) {
  return tx.all<{
    identityId: number;
    reactionType: Reaction;
    doneAt: number;
  }>(sql`select identity_id as identityId, reaction_type as reactionType, done_at as doneAt
    from social_reactions where post_id = ${postId} and done_at is not null order by identity_id`);
}
