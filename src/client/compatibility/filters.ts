// Filters that a service may not have, or may ignore: what comes back is compared here as well. One table for all lists.

import { getOwn, isObject, type JsonObject, objectIn } from '../../contract/json.ts';
import type { Route } from '../../contract/routes/route.ts';
import { type Listing, type ListOptions, picked } from '../answers/listing.ts';
import { requestName } from './fitted-request.ts';

/**
 * Whether a record is one of those asked for. Undefined where it does not contain what decides; null for what no record
 * contains, such as the text of older messages.
 */
type RecordTest = (record: JsonObject, wanted: unknown) => boolean | undefined | null;

const textOf = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : '');

/** By the field of the same name; case does not count. */
const byField =
  (name: string): RecordTest =>
  (record, wanted) => {
    const value = getOwn(record, name);
    return value == null ? undefined : String(value).toLowerCase() === String(wanted).toLowerCase();
  };

const byFields = (...names: readonly string[]): Readonly<Record<string, RecordTest>> =>
  Object.fromEntries(names.map((name) => [name, byField(name)]));

const isArchived: RecordTest = (record, wanted) =>
  byField('archived')(record, wanted) ?? (wanted === true ? undefined : true);

const isUnread: RecordTest = ({ unreadCount }) => (typeof unreadCount === 'number' ? unreadCount > 0 : undefined);

const hasTag: RecordTest = ({ tags }, wanted) => {
  const ids = String(wanted).split(',');
  return Array.isArray(tags) ? tags.some((tag) => isObject(tag) && ids.includes(String(tag['id']))) : undefined;
};

/** Of a conversation the names and the last message; the text of older messages is not in it. */
const isTextOfThread: RecordTest = ({ contact, lastMessage }, wanted) => {
  const { firstName, lastName, companyName }: JsonObject = objectIn(contact);
  const { subject, message }: JsonObject = objectIn(lastMessage);
  const texts = [`${textOf(firstName)} ${textOf(lastName)}`, textOf(companyName), textOf(subject), textOf(message)];
  return texts.some((text) => text.includes(textOf(wanted).trim())) || null;
};

const isInName: RecordTest = ({ name }, wanted) =>
  name == null ? undefined : textOf(name).includes(textOf(wanted).trim());

const FILTERS: Readonly<Record<string, Readonly<Record<string, RecordTest>>>> = {
  'GET /v1/lists': byFields('entity'),
  'GET /v1/campaigns': byFields('status'),
  'GET /v1/workflows': { ...byFields('status'), search: isInName },
  'GET /v1/workflow/{workflowId}/runs': byFields('status', 'triggerType'),
  'GET /v1/workflow-runs/{runId}/records': byFields('status', 'stepId'),
  'GET /v1/actions/{actionsId}/records': byFields('status'),
  'GET /v1/saved-filters': byFields('type'),
  'GET /v1/ai-variables': byFields('entity', 'folderId'),
  'GET /v1/ai-variables/ai-messages': byFields('folderId', 'channel'),
  'GET /v1/ai-variables/ai-snippets': byFields('folderId'),
  'GET /v1/ai-variables/message-templates': byFields('folderId'),
  'GET /v1/inboxes': {
    ...byFields('senderIdentityId', 'contactId', 'channel', 'status'),
    search: isTextOfThread,
    unread: isUnread,
    tagIds: hasTag,
    archived: isArchived,
  },
  'GET /v1/inboxes/{contactId}/messages': byFields('senderIdentityId', 'channel'),
};

/** The filters of a request that can be applied here; null where it has none. */
export function filtersOf(route: Route, query: unknown): JsonObject | null {
  const known = getOwn(FILTERS, requestName(route));
  if (known === undefined || !isObject(query)) return null;
  const wanted = Object.entries(query).filter(([name, value]) => value !== undefined && Object.hasOwn(known, name));
  return wanted.length === 0 ? null : Object.fromEntries(wanted);
}

/**
 * The wanted records, whether or not the service filters. A record that lacks what is asked for is kept where the service
 * has selected it, and left out where no one has.
 */
export function filtered<T>(
  route: Route,
  wanted: JsonObject,
  open: (options: ListOptions) => Listing<T>,
  options: ListOptions,
): Listing<T> {
  const known = getOwn(FILTERS, requestName(route)) ?? {};
  const unapplied = new Set<string>();
  const missing = new Map<string, number>();
  let ignored: () => readonly string[] = () => [];

  function isWanted(record: T): boolean {
    const results = Object.entries(wanted).map(
      ([name, value]) => [name, isObject(record) ? getOwn(known, name)?.(record, value) : undefined] as const,
    );
    const wrong = results.filter(([, is]) => is === false);
    for (const [name] of wrong) unapplied.add(name);
    if (wrong.length > 0) return false;
    const undecided = results.filter(([, is]) => is == null);
    const isIgnored = (name: string) => ignored().includes(name);
    for (const [name, is] of undecided)
      if (is === undefined || isIgnored(name)) missing.set(name, (missing.get(name) ?? 0) + 1);
    return !undecided.some(([name]) => isIgnored(name));
  }

  const openAll = (all: ListOptions) => {
    const listing = open({ ...all, filtersItself: true });
    ignored = () => listing.ignored;
    return listing;
  };
  return picked(openAll, isWanted, options, () => {
    const here = Object.keys(wanted).filter((name) => ignored().includes(name) || unapplied.has(name));
    return [
      ...(here.length > 0 ? [`the service did not filter by ${here.join(', ')}: done here`] : []),
      ...[...missing].map(([name, count]) =>
        ignored().includes(name)
          ? `left out, as the service neither filters by ${name} nor shows it: ${count}`
          : `selected by the service alone, which does not show ${name}: ${count}`,
      ),
    ];
  });
}
