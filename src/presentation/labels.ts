// What fields and values are called on a terminal. Machine formats keep the names of the interface.

import { append } from '../contract/append.ts';
import { getOwn } from '../contract/json.ts';
import { pathParts } from '../contract/path-parts.ts';

/** Words that are not written as other words are. */
const WORDS: Readonly<Record<string, string>> = {
  ai: 'AI',
  api: 'API',
  crm: 'CRM',
  csv: 'CSV',
  html: 'HTML',
  icp: 'ICP',
  id: 'ID',
  ids: 'IDs',
  imap: 'IMAP',
  ip: 'IP',
  json: 'JSON',
  smtp: 'SMTP',
  url: 'URL',
  linkedin: 'LinkedIn',
  timezone: 'time zone',
  whatsapp: 'WhatsApp',
};

/** Fields whose label is not simply their name in words. Keys are paths inside a record. */
const FIELDS: Readonly<Record<string, string>> = {
  actionsId: 'Run ID',
  appUrl: 'Link',
  at: 'Time',
  baseUrl: 'Service',
  color: 'Colour',
  companyAppUrl: 'Company link',
  'company.name': 'Company',
  'contact.firstName': 'First name',
  'contact.lastName': 'Last name',
  contactGroupId: 'List ID',
  contactMatchedBy: 'Matched by',
  contactOutcome: 'Outcome',
  'counts.folders': 'Folders',
  'counts.items': 'Items',
  creditsPerRecord: 'Credits',
  creditsUsed: 'Credits',
  distinctEntityCount: 'Records',
  emailCredentialsExpired: 'Sign-in expired',
  'extra.company': 'Company',
  features: 'Feature',
  hasUnpublishedChanges: 'Unpublished changes',
  healthStatus: 'Health',
  identityName: 'Identity',
  isCompanyInCRM: 'Company in CRM',
  isInCRM: 'In CRM',
  isPrimary: 'Primary',
  'lastMessage.message': 'Last message',
  lastMessageAt: 'Last message at',
  latencyMs: 'Latency (ms)',
  leadIds: 'Contact IDs',
  leadsCount: 'Contacts',
  leadsGroupId: 'List ID',
  'messages.0': 'Message',
  movedFolders: 'Folders moved up',
  movedItems: 'Items moved up',
  ms: 'Time (ms)',
  nodeCount: 'Nodes',
  numberOfEmployees: 'Employees',
  offsetMs: 'Ahead (ms)',
  'outputSchema.provideExplanation': 'With explanation',
  'outputSchema.type': 'Value',
  overallStatus: 'Status',
  professionalEmail: 'Email',
  promptReference: 'In prompts',
  resolvedProvider: 'Provider',
  senderIdentityId: 'Sender ID',
  senderIdentityName: 'Sender',
  sequenceNumber: 'Number',
  stepCount: 'Steps',
  'tags.name': 'Tags',
  totalActions: 'Actions',
  triggerType: 'Trigger',
  unreadCount: 'Unread',
  userInput: 'Search',
  'warmup.enabled': 'Warm-up',
  work: 'Background work',
};

/** `jobTitle` → `job`, `title`; `ADD_TO_LIST` → `add`, `to`, `list`; `isInCRM` → `is`, `in`, `crm`. */
function wordsOf(name: string): string[] {
  return name.split(/[\s_-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase());
}

function sentence(words: readonly string[]): string {
  return words
    .map((word) => getOwn(WORDS, word) ?? word)
    .join(' ')
    .replace(/^./u, (first) => first.toUpperCase());
}

/** A label given in words: `first name`, `id`. */
export const titleText = (text: string): string => sentence(text.split(' '));

/** Parts of a path that say nothing: the fields inside them do. */
const UNSPOKEN: ReadonlySet<string> = new Set(['counts', 'metrics']);

/** What a person typed as the name of a field stays as it is: `Favourite colour`, `MQL`. */
const isName = (part: string): boolean => /^[a-z][A-Za-z0-9]*$/.test(part);

/** The title of a field: `Job title` for `jobTitle`, `Company domain` for `company.domain`, `Created` for `createdAt`. */
export function fieldLabel(path: string): string {
  const known = getOwn(FIELDS, path);
  if (known !== undefined) return known;
  const parts = pathParts(path).filter((part) => !UNSPOKEN.has(part) && !/^[0-9]+$/.test(part));
  if (TONE_OF.has(path)) return valueLabel(path);
  if (!isName(parts[0] ?? '')) return path;
  const words: string[] = [];
  for (const part of parts) {
    const named =
      isName(part) || isConstant(part) ? wordsOf(getOwn(FIELDS, part) ?? part.replace(/(?<=[a-z])At$/, '')) : [part];
    // `company.companyNetworkUrl` is not a company's company.
    append(words, words.at(-1) === named[0] ? named.slice(1) : named);
  }
  // `isPublished` is asked and answered: `Published: yes`.
  return sentence(words.length > 1 && words[0] === 'is' ? words.slice(1) : words);
}

/** Values that are not simply their constant in words. */
const VALUES: Readonly<Record<string, string>> = {
  AI_VARIABLE: 'AI variable',
  CONDITIONAL: 'Condition',
  CRM_FIELD: 'CRM',
  EMPTY_FIELD: 'Custom',
  FORMULA_FIELD: 'Formula',
  KING: 'Prioritize',
  LEAD: 'Contact',
  MERGED_NOOP: 'Unchanged',
  MERGED_UPDATED: 'Merged',
  NETWORK: 'Network',
  SELECT_LEADS: 'Select contacts',
  STANDARD: 'Standard',
  TODO: 'To do',
  aiMessage: 'AI message',
  aiResearch: 'AI variable',
  aiSnippet: 'AI snippet',
};

const isConstant = (text: string): boolean =>
  /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(text) || /^[a-z]+(_[a-z0-9]+)+$/.test(text);

/** A value of an enumeration: `Add contacts to list` for `ADD_CONTACTS_TO_LIST`. Anything else stays as it is. */
export function valueLabel(value: string): string {
  return getOwn(VALUES, value) ?? (isConstant(value) ? sentence(wordsOf(value)) : value);
}

/**
 * Fields that hold values of enumerations, wherever in a record they stand. Values that are typed again (ids of blocks,
 * types of actions in their list) are columns of kind `word`, which are never labelled.
 */
const ENUMERATED: ReadonlySet<string> = new Set([
  'channel',
  'companyOutcome',
  'contactMatchedBy',
  'contactOutcome',
  'decision',
  'direction',
  'emailVerificationStatus',
  'entities',
  'entity',
  'fieldType',
  'healthStatus',
  'kind',
  'matchedBy',
  'nextStep',
  'outcome',
  'outputLength',
  'overallStatus',
  'provider',
  'reactionType',
  'requestedProvider',
  'resolvedProvider',
  'role',
  'runInput',
  'source',
  'state',
  'status',
  'stepType',
  'taskType',
  'triggerType',
  'type',
]);

export function isEnumerated(path: string): boolean {
  return ENUMERATED.has(path.slice(path.lastIndexOf('.') + 1));
}

export type StatusColor = 'good' | 'bad' | 'busy' | 'idle';

const TONES: Readonly<Record<StatusColor, readonly string[]>> = {
  good: [
    ...['ACTIVE', 'APPROVED', 'COMPLETED', 'CONNECTED', 'CREATED', 'HEALTHY', 'MERGED_UPDATED', 'OK', 'PUBLISHED'],
    ...['SUCCEEDED', 'VALID', 'VERIFIED', 'ADDED', 'ANSWERED', 'REACTIVATED', 'RECEIVED', 'REPLIED', 'SENT'],
    ...['ENABLED', 'FINISHED', 'UPDATED'],
  ],
  bad: ['BOUNCED', 'DISCONNECTED', 'ERROR', 'FAILED', 'INVALID', 'REJECTED', 'UNHEALTHY'],
  busy: [
    ...['PARTIAL', 'PAUSED', 'PENDING', 'PROCESSING', 'QUEUED', 'RUNNING', 'WAITING', 'WARNING', 'WARN', 'STALE'],
    ...['UNVERIFIED', 'RISKY', 'DEGRADED', 'SCHEDULED', 'CONFLICT'],
  ],
  idle: [
    ...['ALREADY_PRESENT', 'ARCHIVED', 'CANCELLED', 'DISABLED', 'DRAFT', 'MERGED_NOOP', 'SKIPPED', 'STOPPED'],
    ...['UNCHANGED', 'UNPUBLISHED'],
  ],
};

const TONE_OF: ReadonlyMap<string, StatusColor> = new Map(
  (['good', 'bad', 'busy', 'idle'] as const).flatMap((tone) => TONES[tone].map((word) => [word, tone] as const)),
);

/** How a status is to be taken; null for a value that is none. */
export function toneOf(value: unknown): StatusColor | null {
  return typeof value === 'string' ? (TONE_OF.get(value.toUpperCase()) ?? null) : null;
}
