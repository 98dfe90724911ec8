// What writes would change, found by the history's table of routes and by reads alone: what a dry run shows, and --expect counts.

import { ApiError } from '../../../client/errors.ts';
import type { RequestInput } from '../../../client/request.ts';
import { append } from '../../../contract/append.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, listIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { ContactPlaces } from '../../session/history/recorded-members.ts';
import {
  bodyOf,
  type Change,
  idOf,
  isNothing,
  keyOf,
  type ReadContext,
  type RecordedRoute,
} from '../../session/history/recorded-route.ts';
import { recordedRoute } from '../../session/history/recorded-routes.ts';
import type { Session } from '../../session/session.ts';
import { helpful } from '../approval.ts';
import { COMPANY, CONTACT } from '../records/entity.ts';
import { additionOf, type CampaignAddition } from './campaign-addition.ts';
import { countTargets, type PlannedCall, type ReachedRecords, reachedBy, recordsOf, type Targets } from './targets.ts';

export class FieldCounts {
  readonly #fields = new Map<string, { changed: number; filled: number; cleared: number }>();

  add(field: string, from: unknown, to: unknown): void {
    const of = this.#fields.get(field) ?? { changed: 0, filled: 0, cleared: 0 };
    if (isNothing(from)) of.filled += 1;
    else if (isNothing(to)) of.cleared += 1;
    else of.changed += 1;
    this.#fields.set(field, of);
  }

  /** Their names with the counts, for JSON. */
  get all(): Readonly<Record<string, { changed: number; filled: number; cleared: number }>> {
    return Object.fromEntries(this.#fields);
  }

  lines(): string[] {
    return [...this.#fields].map(([field, counts]) => {
      const parts = Object.entries(counts).flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : []));
      return `${field}: ${parts.join(', ')}`;
    });
  }
}

// Which of the records that requests name exist: one that does not is refused by the service, and changes nothing.

const KINDS = [
  { key: 'contactIds', entity: CONTACT },
  { key: 'companyIds', entity: COMPANY },
] as const;

/** Their path names the contact. */
const OF_ONE: readonly Route[] = [routes.contacts.delete, routes.inbox.addTags, routes.inbox.removeTags];

const LIST_ROUTES: readonly Route[] = [routes.lists.addMembers, routes.lists.removeMembers];

type Noun = 'contact' | 'company';

function namedIn({ input, route }: PlannedCall, key: 'contactIds' | 'companyIds'): number[] {
  if (OF_ONE.includes(route)) {
    const id = key === 'contactIds' ? idOf(input, 'contactId') : null;
    return typeof id === 'number' ? [id] : [];
  }
  return listIn(LIST_ROUTES.includes(route) && bodyOf(input)[key]).filter((id) => typeof id === 'number');
}

/** Looked up for members of lists, for tags, and for deletions of several records. */
async function existingOf(session: Session, calls: readonly PlannedCall[]) {
  const known = new Map<Noun, ReadonlySet<number | null>>();
  for (const { key, entity } of KINDS) {
    const ids = calls.flatMap((one) => namedIn(one, key));
    if (ids.length === 0 || (calls.length === 1 && calls[0]?.route === routes.contacts.delete)) continue;
    const found = await recordsOf(session, { entity, ids }, null);
    known.set(entity.noun, new Set(found.map(({ id }) => id)));
  }
  return {
    /** The request without records that do not exist, null where none is left; and how the service refuses these. */
    of(input: RequestInput, route: Route) {
      const missing: string[] = [];
      let [left, isChanged] = [0, false];
      const body = { ...bodyOf(input) };
      for (const { key, entity } of KINDS) {
        const there = known.get(entity.noun);
        const ids = there === undefined ? [] : namedIn({ input, route }, key);
        const existing = ids.filter((id) => there?.has(id));
        for (const id of ids) if (!existing.includes(id)) missing.push(`There is no ${entity.noun} ${id}`);
        left += existing.length;
        if (existing.length === ids.length) continue;
        isChanged = true;
        if (Object.hasOwn(body, key)) body[key] = existing;
      }
      if (!isChanged) return { input, missing };
      return { input: left === 0 ? null : { ...input, body }, missing };
    },
  };
}

export interface WriteEffects {
  readonly changes: readonly Change[];
  /** Whom additions to campaigns would reach. */
  readonly additions: readonly CampaignAddition[];
  /** Members that are there already, of lists and campaigns together. */
  readonly present: number;
  /** Records that are not there, each as the service refuses it. */
  readonly missing: readonly string[];
  /** Why values before could not be read; null where all were. */
  readonly unread: string | null;
  /** Whom it goes through: for a table the first; null where that is not known before. Undefined where it goes through no one. */
  readonly through?: ReachedRecords | null | undefined;
}

const targetsOf = async (calls: readonly PlannedCall[]): Promise<Targets | null | undefined> =>
  await calls.find(({ targets }) => targets !== undefined)?.targets?.();

/** Records that are read before their deletion: each takes requests of its own. */
const DELETED_READ = 10;

/**
 * Null where a call changes no workspace: there is nothing to show but the request. `isForPlan`: each record is read and named,
 * however many.
 */
export async function effectsOf(
  session: Session,
  calls: readonly PlannedCall[],
  { isForPlan = false } = {},
): Promise<WriteEffects | null> {
  const rows = calls.flatMap(({ route, input }) => {
    const recorded = recordedRoute(route)?.recorded;
    return recorded === undefined ? [] : { recorded, input, route };
  });
  if (rows.length < calls.length || rows.length === 0) return null;
  const addition = isForPlan ? null : await additionOf(session, calls);
  if (addition !== null) {
    const { changes, alreadyPresent: present } = addition;
    return { changes, additions: [addition], present, missing: [], unread: null };
  }
  const reader = new BeforeReader(session, calls.length > 1);
  const existing = await existingOf(session, calls);
  const changes: Change[] = [];
  let [deletions, present] = [0, 0];
  for (const { recorded, input: asked, route } of rows) {
    const { input, missing: gone } = existing.of(asked, route);
    append(reader.missing, gone);
    if (input === null) continue;
    if (route.path === routes.contacts.delete.path && route.method === 'DELETE') deletions += 1;
    const isRead = isForPlan || deletions <= DELETED_READ;
    const missing = reader.missing.length;
    const before = isRead ? await reader.read(recorded, input) : null;
    if (reader.missing.length > missing) continue;
    const changed = recorded.changes(input, before).map((change) => withSentValues(change, input));
    const some = [...changed, ...(recorded.alsoMakes?.(before) ?? [])];
    append(changes, isRead ? some : some.map(({ unread: _, ...change }) => change));
    if (MEMBER_ROUTES.includes(route)) present += membersIn(input) - new Set(some.flatMap(movedIn)).size;
  }
  // Of a service that is controlled, and of a run that goes on, the request says what there is to say.
  if (changes.some(({ kind, is, id }) => kind === 'service' || (is === 'done' && id !== null))) return null;
  return {
    changes: isForPlan ? changes : await withCampaigns(session, changes),
    additions: [],
    present,
    missing: reader.missing,
    unread: reader.unread,
    through: isForPlan ? undefined : await reachedBy(session, await targetsOf(calls)),
  };
}

/** A deleted contact with the campaigns that it leaves for good: undo has no use for them. */
async function withCampaigns(session: Session, changes: readonly Change[]): Promise<readonly Change[]> {
  const read = changes.filter(({ kind, is, record }) => kind === 'contact' && is === 'deleted' && record !== undefined);
  const ids = read.slice(0, DELETED_READ).map(({ id }) => Number(id));
  if (ids.length === 0) return changes;
  const campaigns = await helpful(new ContactPlaces((await session.client()).call).campaigns(ids));
  return changes.map((change) =>
    campaigns !== null && read.includes(change)
      ? { ...change, record: { ...change.record, campaigns: campaigns.get(Number(change.id)) } }
      : change,
  );
}

class BeforeReader {
  readonly #session: Session;
  readonly #context: ReadContext;
  /** One of several that is missing does not keep the others from being done. */
  readonly #isOneOfSeveral: boolean;
  readonly missing: string[] = [];
  unread: string | null = null;

  constructor(session: Session, isOneOfSeveral: boolean) {
    this.#session = session;
    this.#isOneOfSeveral = isOneOfSeveral;
    this.#context = { isLocal: session.profile().baseUrl === null, memo: new Map() };
  }

  /** Null where nothing can be read: the command itself may do all the same. */
  async read(recorded: RecordedRoute, input: RequestInput): Promise<unknown> {
    if (recorded.before === undefined) return null;
    const { call } = await this.#session.client();
    try {
      return await recorded.before(input, call, this.#context);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isOfRecord(error, input)) this.unread ??= error.message;
      else if (this.#isOneOfSeveral) this.missing.push(error.message);
      else throw error;
      return null;
    }
  }
}

/** Whether it is the record of the request that is not there, and not a path that the service does not have. */
function isOfRecord({ status, path }: ApiError, { params = {} }: RequestInput): boolean {
  const parts = path.split(/[/?]/);
  return status === 404 && Object.values(params).some((value) => parts.includes(encodeURIComponent(String(value))));
}

/** What is created, sent or started is what the request says of it. */
function withSentValues(change: Change, input: RequestInput): Change {
  const { is, kind, fields, count = 1 } = change;
  if ((is !== 'created' && is !== 'done') || kind === 'field' || fields !== undefined || count > 1) return change;
  // Its body holds every item that changes.
  if (PLAYBOOK_KINDS.includes(kind)) return change;
  const values = Object.entries(bodyOf(input)).map(([field, value]) => [field, [null, value]] as const);
  return { ...change, fields: Object.fromEntries(values) };
}

const PLAYBOOK_KINDS: readonly Change['kind'][] = ['playbook', 'product', 'ICP', 'competitor', 'testimonial', 'FAQ'];

const MEMBER_ROUTES: readonly Route[] = [
  routes.lists.addMembers,
  routes.lists.removeMembers,
  routes.inbox.addTags,
  routes.inbox.removeTags,
];
const MEMBER_KEYS = ['contactIds', 'companyIds', 'tagIds'];

/** Members that a request names: of a list, or tags of a conversation. */
function membersIn(input: RequestInput): number {
  const body = bodyOf(input);
  return MEMBER_KEYS.reduce((sum, key) => {
    const ids = getOwn(body, key);
    return sum + (Array.isArray(ids) ? ids.length : 0);
  }, 0);
}

/** Those that come or go; a tag does so in each conversation of a contact. */
const movedIn = ({ members = {} }: Change): AnyId[] =>
  Object.values(members).flatMap(({ added = [], removed = [] }) => [...added, ...removed]);

/** How many records calls touch; null where that is not known before. `known`: their effects, where they were read. */
export async function touchedOf(
  session: Session,
  calls: readonly PlannedCall[],
  known?: WriteEffects | null,
): Promise<number | null> {
  if (known?.through !== undefined) return known.through?.count ?? null;
  const targets = await targetsOf(calls);
  if (targets !== undefined) return targets && (await countTargets(session, targets));
  return touchedBy((known ?? (await effectsOf(session, calls)))?.changes ?? []);
}

/** How many records they touch: of a list or campaign, its members that come or go. */
export function touchedBy(changes: readonly Change[]): number {
  const names = new Set<string>();
  let count = 0;
  for (const change of changes) {
    const of = change.kind === 'list' || change.kind === 'campaign' ? movedIn(change).length : 0;
    if (of > 0) count += of;
    else if (change.id === null || change.count !== undefined) count += change.count ?? 1;
    else names.add(keyOf({ kind: change.kind, id: change.id }));
  }
  return count + names.size;
}
