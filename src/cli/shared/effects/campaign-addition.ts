// Whom an addition to a campaign would reach: counted by searches, so that a large list takes no more requests than a small one.

import { listPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type ContactChannel, channelsOf, lacking } from '../../../rules/campaigns/channels.ts';
import { everyStep, readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { STAYS_IN_CAMPAIGN } from '../../session/history/recorded-members.ts';
import { bodyOf, type Change, isEqual, isNothing, labelOf } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { contactedSince } from '../never-contact/recently-contacted.ts';
import { CONTACT, countFound, rowsOf } from '../records/entity.ts';
import type { ChangeRow } from '../undo/change-rows.ts';
import { messagesRow } from './expected-messages.ts';
import { type ContactFilters, filtersOf, type PlannedCall, RECORDS_SHOWN, type ReachedRecord } from './targets.ts';

export interface CampaignAddition {
  readonly campaignId: AnyId;
  readonly campaign: string;
  readonly status: string | null;
  readonly contacts: number;
  readonly added: number;
  readonly alreadyPresent: number;
  /** They lack what every step needs, which is `reason`. */
  readonly skipped: number;
  readonly reason: string;
  /** Of those that are not in it yet. */
  readonly inOtherCampaigns: number;
  /** The same, contacted by another campaign in the last 30 days; null where they are too many to look, or it cannot be read. */
  readonly contactedLately: number | null;
  readonly messages: readonly ChangeRow[];
  /** Those that would be added: for a table the first. */
  readonly named: readonly ReachedRecord[];
  readonly changes: readonly Change[];
}

const LATELY_MS = 30 * 86_400_000;
/** More contacts than these are not looked at one by one. */
const LOOKED_AT = 1_000;

const FIELDS: Readonly<Record<ContactChannel, readonly string[]>> = {
  email: ['professionalEmail', 'personalEmails'],
  network: ['networkProfileUrl'],
  phone: ['mobilePhone', 'phones'],
};

/** Null where the calls add no one to a campaign. */
export async function additionOf(session: Session, calls: readonly PlannedCall[]): Promise<CampaignAddition | null> {
  const bodies = calls.flatMap(({ route, input }): JsonObject[] =>
    route === routes.campaigns.addContact || route === routes.campaigns.addContactGroup ? [bodyOf(input)] : [],
  );
  const campaignId = bodies[0]?.['campaignId'];
  if (bodies.length < calls.length || !isId(campaignId)) return null;
  const { call, api } = await session.client();
  const live = await api.campaigns.get({ params: { campaignId } });
  const { name, steps, status } = live;
  const channels = channelsOf([...everyStep(readSteps(Problems.none(), steps))].map(({ type }) => type));
  const others = await otherCampaigns(call, campaignId);
  const fields = channels === null ? [] : await knownFields(call, channels);
  let [contacts, open, skipped, inOtherCampaigns] = [0, 0, 0, 0];
  const [namedMax, lookedAt] = session.settings.output === 'table' ? [RECORDS_SHOWN, LOOKED_AT + 1] : [Infinity, null];
  const candidates = new Set<number>();
  const named: ReachedRecord[] = [];
  for (const selected of selections(bodies)) {
    const exclude = { campaigns: [campaignId] };
    const count = (include: ContactFilters, but = {}) => countFound(CONTACT, call, { include, ...but });
    contacts += await count(selected);
    open += await count(selected, { exclude });
    const unreachable = Object.fromEntries(fields.map((field) => [field, ['']]));
    if (fields.length > 0) skipped += await count({ ...selected, ...unreachable }, { exclude });
    if (others.length > 0) inOtherCampaigns += await count({ ...selected, campaigns: others }, { exclude });
    if (lookedAt !== null && candidates.size >= lookedAt) continue;
    for await (const record of CONTACT.search(call, { include: selected, exclude }, { limit: lookedAt })) {
      if (!isObject(record) || typeof record['id'] !== 'number') continue;
      candidates.add(record['id']);
      if (named.length >= namedMax) continue;
      if (
        fields.length > 0 &&
        fields.every((field) => isNothing(getOwn(record, field)) || isEqual(getOwn(record, field), []))
      )
        continue;
      named.push({ id: record['id'], ...labelOf(record) });
    }
  }
  const added = open - skipped;
  const campaign = name ?? '';
  const head = { kind: 'campaign', id: campaignId, label: campaign, is: 'updated' } as const;
  const change: Change = { ...head, count: added, lasting: STAYS_IN_CAMPAIGN };
  return {
    ...{ campaignId, campaign, status: status ?? null, contacts, added, skipped, inOtherCampaigns },
    contactedLately: candidates.size > LOOKED_AT ? null : await contactedLately(session, [...candidates], campaignId),
    alreadyPresent: contacts - open,
    reason: lacking(channels ?? []),
    messages: messagesRow(campaignId, live, added),
    named,
    changes: added > 0 ? [change] : [],
  };
}

/** Null where the service does not show conversations. */
async function contactedLately(session: Session, ids: readonly number[], campaignId: AnyId): Promise<number | null> {
  if (ids.length === 0) return 0;
  try {
    return (await contactedSince(session, ids, session.now() - LATELY_MS, campaignId)).size;
  } catch (error) {
    if (error instanceof CliError || error instanceof ApiError) return null;
    throw error;
  }
}

function selections(bodies: readonly JsonObject[]): Iterable<ContactFilters> {
  const lists = bodies.flatMap(({ contactGroupId: id }) => (isId(id) ? id : []));
  const ids = bodies.flatMap(({ contactId: id }) => (typeof id === 'number' ? id : []));
  return filtersOf({ entity: CONTACT, lists, ids });
}

/** Those that were started. */
async function otherCampaigns(call: Call, campaignId: AnyId): Promise<AnyId[]> {
  const others: AnyId[] = [];
  for await (const { id, status } of listPages(call, 'campaigns', 'list', {}))
    if (id !== undefined && String(id) !== String(campaignId) && status !== 'DRAFT') others.push(id);
  return others;
}

/** The fields of the channels that the service has: one that it does not know it would refuse. */
async function knownFields(call: Call, channels: readonly ContactChannel[]): Promise<string[]> {
  const { data } = await call(routes.contacts.fields);
  const known = new Set(rowsOf(data).map((field) => (isObject(field) ? field['id'] : null)));
  return channels.flatMap((channel) => FIELDS[channel]).filter((field) => known.has(field));
}
