// Lets a command do what its plan has, and nothing else: each change is compared with the plan right before it is sent.

import type { Call } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import { type AnyId, isSameId } from '../../../contract/ids.ts';
import { getOwn, objectIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { UsageError } from '../../terminal/exit.ts';
import { type Change, keyOf, type ReadContext } from '../history/recorded-route.ts';
import { recordedRoute } from '../history/recorded-routes.ts';
import { digestOf, type PlannedRecord, plannedRecord, type SavedPlan } from './saved-plan.ts';

export interface RefusedRecord extends Pick<PlannedRecord, 'kind' | 'id' | 'label' | 'line'> {
  readonly why: string;
}

/** What a campaign does to those who are added. */
export const CAMPAIGN_FIELDS = ['status', 'steps'] as const;

export class PlanGuard {
  readonly plan: SavedPlan;
  /** By record and reason, so that each is named once. */
  readonly #refused = new Map<string, RefusedRecord>();
  readonly #planned = new Map<string, PlannedRecord[]>();
  /** Those that the command came to. */
  readonly #met = new Set<PlannedRecord>();
  /** Records of which a row was refused: the rows behind it were planned on what it would have made of them. */
  readonly #left = new Set<string>();
  /** Records that the command itself has made. */
  readonly #own = new Set<string>();
  readonly #campaigns = new Map<string, Promise<string | null>>();
  readonly #memo: ReadContext['memo'] = new Map();
  /** Until the command says otherwise, each request is compared. */
  #isComparedByCommand = false;

  constructor(plan: SavedPlan) {
    this.plan = plan;
    for (const record of plan.records) {
      const key = placeOf(record);
      this.#planned.set(key, [...(this.#planned.get(key) ?? []), record]);
    }
  }

  /** Contacts of groups that there are no more: they were merged, or changed, since. */
  get gone(): readonly PlannedRecord[] {
    const { header, records } = this.plan;
    return header.by === 'group' ? records.filter((record) => !this.#met.has(record)) : [];
  }

  get refused(): readonly RefusedRecord[] {
    return [...this.#refused.values()];
  }

  /** The command compares rows, groups or the whole folder before it sends anything. Throws UsageError for another one's plan. */
  comparedBy(by: SavedPlan['header']['by']): this {
    if (this.plan.header.by !== by) throw new UsageError('the plan does not fit its command: make it again');
    this.#isComparedByCommand = true;
    return this;
  }

  /** Why these are not the changes of the plan; null where they are. */
  refuse(changes: readonly Change[], line?: number): string | null {
    const unread = changes.find((change) => change.unread !== undefined && change.members === undefined);
    if (unread !== undefined) return this.note(unread, unread.unread ?? '');
    return this.refuseRecords(changes.map((change) => plannedRecord(change, line)));
  }

  refuseRecords(records: readonly PlannedRecord[]): string | null {
    for (const record of records) for (const one of this.#planned.get(placeOf(record)) ?? []) this.#met.add(one);
    for (const record of records) {
      const why = this.#reason(record);
      if (why === null) continue;
      if (record.line !== undefined && record.id !== null) this.#left.add(`${record.kind}//${record.id}`);
      return this.note(record, why);
    }
    return null;
  }

  /** Notes what is refused, and gives the reason. */
  note({ kind, id, label, line }: Omit<RefusedRecord, 'why'>, why: string): string {
    const name = { kind, id, ...(label !== undefined && { label }), ...(line !== undefined && { line }) };
    this.#refused.set(JSON.stringify([kind, id, line]), { ...name, why });
    return why;
  }

  made(kind: Change['kind'], id: AnyId): void {
    this.#own.add(keyOf({ kind, id }));
  }

  /** Those that the plan adds to a record, as texts. */
  membersOf(kind: Change['kind'], id: AnyId, of: string): ReadonlySet<string> {
    const records = this.#planned.get(keyOf({ kind, id })) ?? [];
    return new Set(records.flatMap(({ members = {} }) => getOwn(members, of)?.added ?? []).map(String));
  }

  /** `plain`: without history. */
  intercept(recorded: Call, plain: Call, isLocal: boolean): Call {
    const context = { isLocal, memo: this.#memo };
    return async (route, input = {}, options = {}) => {
      const isCompared = route.effect === 'write' && !this.#isComparedByCommand;
      const row = isCompared ? recordedRoute(route)?.recorded : undefined;
      if (row === undefined) return await recorded(route, input, options);
      const before = options.knownBefore ?? (await row.before?.(input, plain, context)) ?? null;
      const changes = row.changes(input, before);
      const why = this.refuse(changes) ?? (await this.#campaignReason(changes, plain));
      if (why !== null) throw refusal(route, why);
      const reply = await recorded(route, input, { ...options, ...(before !== null && { knownBefore: before }) });
      if (changes.some(({ is }) => is === 'created'))
        for (const { kind, id, is } of row.answered?.(input, reply.data, before, context) ?? [])
          if (is === 'created' && id !== null) this.made(kind, id);
      return reply;
    };
  }

  #reason(record: PlannedRecord): string | null {
    const { kind, id, is, label, scope, members = {} } = record;
    const there = this.#planned.get(placeOf(record)) ?? [];
    const isMeant = (one: PlannedRecord) =>
      one.kind === kind && one.scope === scope && one.is === is && (is !== 'created' || one.label === label);
    const isOwn = id !== null && this.#own.has(`${kind}//${id}`);
    const planned =
      there.find((one) => isMeant(one) && isSameOrNone(one.id, id)) ??
      // Made by a row before, which the plan could not name. Companies are made in any order.
      there.find((one) => one.kind === kind && one.id === null && (kind === 'company' || isOwn));
    if (this.#left.has(`${kind}//${id}`)) return 'an earlier row of it was refused';
    if (planned === undefined)
      return there.length === 0 ? NOT_PLANNED : `${NOT_PLANNED}: ${there.map(textOf).join(', ')}`;
    const changed = changedFields(record, planned);
    if (changed.length > 0) return `changed since the plan was made: ${changed.join(', ')}`;
    const others = Object.entries(record.fields ?? {}).filter(
      ([field, [, to]]) => getOwn(planned.fields ?? {}, field)?.[1] !== to,
    );
    if (others.length > 0) return `another value than planned: ${others.map(([field]) => field).join(', ')}`;
    const unplanned = Object.entries(members).flatMap(([of, moved]) =>
      MOVES.flatMap((way) => {
        const known = new Set((getOwn(planned.members ?? {}, of)?.[way] ?? []).map(String));
        const others = moved[way]?.filter(
          (one) => !known.has(String(one)) && !this.#own.has(`${getOwn(NOUNS, of)}//${one}`),
        );
        return others?.map((one) => `${getOwn(NOUNS, of)} ${one}`) ?? [];
      }),
    );
    return unplanned.length === 0 ? null : `${NOT_PLANNED}: ${unplanned.join(', ')}`;
  }

  /** A campaign that was started, or edited, does something else to those who are added. */
  async #campaignReason(changes: readonly Change[], call: Call): Promise<string | null> {
    for (const { kind, id } of changes) {
      if (kind !== 'campaign' || id === null) continue;
      const key = keyOf({ kind, id });
      const known = this.#campaigns.get(key) ?? this.#campaignChange(key, id, call);
      this.#campaigns.set(key, known);
      const why = await known;
      if (why !== null) return this.note({ kind, id }, why);
    }
    return null;
  }

  async #campaignChange(key: string, campaignId: AnyId, call: Call): Promise<string | null> {
    const planned = this.#planned.get(key)?.find(({ fields }) => fields !== undefined)?.fields;
    if (planned === undefined) return null;
    const now = await campaignState(campaignId, call);
    const changed = CAMPAIGN_FIELDS.filter((field) => getOwn(planned, field)?.[0] !== digestOf(getOwn(now, field)));
    return changed.length === 0 ? null : `changed since the plan was made: ${changed.join(', ')}`;
  }
}

/** As much of a campaign as decides what becomes of those who are added. */
export async function campaignState(campaignId: AnyId, call: Call): Promise<Readonly<Record<string, unknown>>> {
  const campaign = objectIn((await call(routes.campaigns.get, { params: { campaignId } })).data);
  return Object.fromEntries(CAMPAIGN_FIELDS.map((field) => [field, getOwn(campaign, field)]));
}

const NOT_PLANNED = 'not in the plan';
const NOUNS: Readonly<Record<string, string>> = {
  tags: 'tag',
  contacts: 'contact',
  companies: 'company',
  lists: 'list',
};
const MOVES = ['added', 'removed'] as const;

const placeOf = ({ line, kind, id, scope }: PlannedRecord): string =>
  line === undefined ? `${kind}/${scope ?? ''}/${id ?? ''}` : `line ${line}`;

const isSameOrNone = (one: AnyId | null, other: AnyId | null): boolean =>
  one === other || (one !== null && other !== null && isSameId(one, other));

const textOf = ({ kind, id, is }: PlannedRecord): string =>
  `it has ${[kind, id].filter((part) => part !== null).join(' ')} ${is}`;

/** Fields whose value before is another one; of a deletion those of the whole record. */
function changedFields({ is, fields = {} }: PlannedRecord, planned: PlannedRecord): string[] {
  const names = is === 'deleted' ? Object.keys({ ...fields, ...planned.fields }) : Object.keys(fields);
  const nothing = digestOf(null);
  return names.filter((field) => {
    const then = getOwn(planned.fields ?? {}, field)?.[0];
    return is === 'deleted'
      ? (then ?? nothing) !== (getOwn(fields, field)?.[0] ?? nothing)
      : then !== getOwn(fields, field)?.[0];
  });
}

/** As the service would refuse the record. */
const refusal = ({ method, path }: Parameters<Call>[0], message: string): ApiError =>
  new ApiError({ method, path, status: 409, code: 'conflict', message, body: '' });
