// What writes would change, found by the history's table of routes and by reads alone: what a dry run shows, and --expect counts.

import { ApiError } from '../../../client/errors.ts';
import type { RequestInput } from '../../../client/request.ts';
import { append } from '../../../contract/append.ts';
import { type Change, keyOf } from '../../session/history/change.ts';
import { bodyOf, type ReadContext, type RecordedRoute } from '../../session/history/recorded-route.ts';
import { recordedRoute } from '../../session/history/recorded-routes.ts';
import type { Session } from '../../session/session.ts';
import type { PlannedCall } from '../dry-run.ts';
import { type Enrolment, enrolmentOf } from './enrolment.ts';

export type ReadingSession = Pick<Session, 'client' | 'profile'>;

export interface Effects {
  readonly changes: readonly Change[];
  /** Whom additions to campaigns would reach. */
  readonly enrolments: readonly Enrolment[];
  /** Members that are there already, of lists and campaigns together. */
  readonly present: number;
  /** Why values before could not be read; null where all were. */
  readonly unread: string | null;
}

/** Records that are read before their deletion: each takes requests of its own. */
const DELETED_READ = 10;

/** Null where a call changes no workspace: there is nothing to show but the request. */
export async function effectsOf(session: ReadingSession, calls: readonly PlannedCall[]): Promise<Effects | null> {
  const rows = calls.flatMap(({ route, input }) => {
    const recorded = recordedRoute(route)?.recorded;
    return recorded === undefined ? [] : { recorded, input, isDeletion: route.method === 'DELETE' };
  });
  if (rows.length < calls.length || rows.length === 0) return null;
  const enrolment = await enrolmentOf(session, calls);
  if (enrolment !== null) {
    const { changes, alreadyPresent: present } = enrolment;
    return { changes, enrolments: [enrolment], present, unread: null };
  }
  const reader = new BeforeReader(session);
  const changes: Change[] = [];
  let [deletions, present] = [0, 0];
  for (const { recorded, input, isDeletion } of rows) {
    if (isDeletion) deletions += 1;
    const isRead = !isDeletion || deletions <= DELETED_READ;
    const before = isRead ? await reader.read(recorded, input) : null;
    const some = recorded.changes(input, before).map((change) => withSentValues(change, input));
    append(changes, isRead ? some : some.map(({ unread: _, ...change }) => change));
    present += membersIn(input) - some.reduce((sum, change) => sum + membersOf(change), 0);
  }
  if (changes.some(({ kind }) => kind === 'service')) return null;
  return { changes, enrolments: [], present, unread: reader.unread };
}

class BeforeReader {
  readonly #session: ReadingSession;
  readonly #context: ReadContext;
  unread: string | null = null;

  constructor(session: ReadingSession) {
    this.#session = session;
    this.#context = { isLocal: session.profile().baseUrl === null, memo: new Map() };
  }

  /** Null where nothing can be read: the command itself may do all the same. */
  async read(recorded: RecordedRoute, input: RequestInput): Promise<unknown> {
    if (recorded.before === undefined) return null;
    const { call } = await this.#session.client();
    try {
      return await recorded.before(input, call, this.#context);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 404) throw error;
      this.unread ??= error.message;
      return null;
    }
  }
}

/** What is created, sent or started is what the request says of it. */
function withSentValues(change: Change, input: RequestInput): Change {
  const { is, kind, fields, count = 1 } = change;
  if ((is !== 'created' && is !== 'done') || kind === 'field' || fields !== undefined || count > 1) return change;
  const values = Object.entries(bodyOf(input)).map(([field, value]) => [field, [null, value]] as const);
  return { ...change, fields: Object.fromEntries(values) };
}

const MEMBER_KEYS = ['contactIds', 'companyIds', 'tagIds'];

/** Members that a request names: of a list, or tags of a conversation. */
function membersIn(input: RequestInput): number {
  const body = bodyOf(input);
  return MEMBER_KEYS.reduce((sum, key) => sum + (Array.isArray(body[key]) ? body[key].length : 0), 0);
}

export function membersOf({ members = {} }: Pick<Change, 'members'>): number {
  return Object.values(members).reduce((sum, { added = [], removed = [] }) => sum + added.length + removed.length, 0);
}

/** How many records they touch: of a list or campaign, its members that come or go. */
export function touchedBy(changes: readonly Change[]): number {
  const names = new Set<string>();
  let count = 0;
  for (const change of changes) {
    const of = change.kind === 'list' || change.kind === 'campaign' ? membersOf(change) : 0;
    if (of > 0) count += of;
    else if (change.id === null || change.count !== undefined) count += change.count ?? 1;
    else names.add(keyOf({ kind: change.kind, id: change.id }));
  }
  return count + names.size;
}
