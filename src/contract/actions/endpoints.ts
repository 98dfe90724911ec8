import * as z from 'zod';
import type { PartialAnswer } from '../answer.ts';
import {
  AnyId,
  CursorQuery,
  DateTime,
  filledText,
  Id,
  IdText,
  lazyObject,
  undocumented,
  undocumentedObject,
} from '../common.ts';
import { endpoints, get, post } from '../endpoint.ts';
import { ENTITIES } from '../entities.ts';
import { LIMITS } from '../limits.ts';
import { schemaNotes } from '../schema-parts.ts';
import {
  type ActionType,
  ITEM_STATUSES,
  RUN_STATUSES,
  RUN_TARGET_KEYS,
  type RunTarget,
  SPEEDS,
  STOP_TYPES,
} from './enums.ts';

const flag = z.boolean().optional();

const Keyword = filledText(LIMITS.searchTextMax);

const Waterfall = z.strictObject({
  sortedApis: z.array(Keyword).min(1).max(LIMITS.actionApis).optional(),
  stopType: z.enum(STOP_TYPES).optional(),
  speed: z.enum(SPEEDS).optional(),
  /** Milliseconds. */
  maxTimeToWait: z.number().nonnegative().optional(),
});

const CrmValue = z.strictObject({ value: z.string().max(LIMITS.campaignTextMax), override: flag });
const CrmMapping = z.record(z.string(), CrmValue).optional();

export const OPTIONS = {
  SCRAPE_LEAD_FROM_NETWORK: z.strictObject({ skipCompanyScrape: flag, skipContactMerge: flag }),
  ENRICH_WITH_EMAIL: Waterfall,
  ENRICH_WITH_PHONE: Waterfall,
  VERIFY_LEAD_EMAIL: z.strictObject({}),
  VERIFY_LEAD_PHONE: z.strictObject({}),
  SEARCH_LEADS_FROM_NETWORK_COMPANY: z.strictObject({
    text: filledText(LIMITS.searchTextMax).register(schemaNotes, { givenMax: true }).optional(),
    savedFilterId: Id.optional(),
    filters: z.record(z.string(), z.unknown()).optional(),
    keyword: z.union([Keyword, z.array(Keyword).min(1).max(LIMITS.actionApis)]).optional(),
    maxLeadsToImport: z.int().min(1).max(LIMITS.leadsToImportMax).optional(),
    destinationContactGroupId: Id.optional(),
    onlyIncludeIfCompanyUrnMatch: flag,
    importOnlyNewContacts: flag,
  }),
  COMPANY_NETWORK_FROM_NAME: z.strictObject({
    matchOnlyExactDomain: flag,
    matchOnlyExactName: flag,
    matchOnlySimilarName: flag,
  }),
  EXPORT_TO_CRM: z.strictObject({
    CRMOwnerId: CrmValue.optional(),
    promptLeadFieldsCRMMapping: CrmMapping,
    promptCompanyFieldsCRMMapping: CrmMapping,
    overwriteFields: z.record(z.string(), z.boolean()).optional(),
    associationType: Keyword.optional(),
    exportAssociatedObject: flag,
  }),
  SYNC_LEAD_WITH_CRM: z.strictObject({ fullResync: flag }),
  SYNC_COMPANY_WITH_CRM: z.strictObject({ fullResync: flag }),
} as const satisfies Readonly<Record<ActionType, z.ZodObject>>;

function actionOf<T extends ActionType>(type: T) {
  return z.strictObject({ type: z.literal(type), options: OPTIONS[type].optional() });
}

export const Action = z.lazy(() =>
  z.discriminatedUnion('type', [
    actionOf('SCRAPE_LEAD_FROM_NETWORK'),
    actionOf('ENRICH_WITH_EMAIL'),
    actionOf('ENRICH_WITH_PHONE'),
    actionOf('VERIFY_LEAD_EMAIL'),
    actionOf('VERIFY_LEAD_PHONE'),
    actionOf('SEARCH_LEADS_FROM_NETWORK_COMPANY'),
    actionOf('COMPANY_NETWORK_FROM_NAME'),
    actionOf('EXPORT_TO_CRM'),
    actionOf('SYNC_LEAD_WITH_CRM'),
    actionOf('SYNC_COMPANY_WITH_CRM'),
  ]),
);
export type Action = z.output<typeof Action>;

const records = z.array(Id).min(1).max(LIMITS.runRecords);
const groups = z.array(Id).min(1).max(LIMITS.runLists);

/** What to do, in this order on each record, and exactly one target. */
export const ActionsInput = z.lazy(() =>
  z
    .strictObject({
      actions: z.array(Action).min(1).max(LIMITS.runActions),
      contactIds: records.optional(),
      companyIds: records.optional(),
      contactGroupIds: groups.optional(),
      companyGroupIds: groups.optional(),
    })
    .refine((body) => targetsOf(body).length === 1, 'give exactly one target'),
);
export type ActionsInput = z.output<typeof ActionsInput>;

function targetsOf(body: { readonly [T in RunTarget]?: unknown }): RunTarget[] {
  return RUN_TARGET_KEYS.filter((key) => body[key] !== undefined);
}

/** How far one action of a run is: records by status, and why some failed or were skipped. */
const Progress = z.object({
  type: z.string(),
  statusCounts: z.record(z.string(), z.int()),
  reasons: z.record(z.string(), z.int()),
  creditsUsed: z.number(),
});

export const ActionsStatus = lazyObject(() => ({
  actionsId: AnyId,
  entity: z.enum(ENTITIES),
  overallStatus: z.enum(RUN_STATUSES),
  /** Actions times records. */
  totalActions: z.int(),
  statusCounts: z.record(z.string(), z.int()),
  progress: z.number().min(0).max(100),
  createdAt: DateTime,
  finishedAt: undocumented(DateTime.nullable(), 'tells how long it took'),
  actions: undocumented(z.array(Progress), 'tells which action failed, and why'),
  imported: undocumented(z.int(), 'how many contacts or companies it brought in'),
  creditsUsed: undocumented(z.number(), 'what it cost'),
}));
export type ActionsStatus = PartialAnswer<typeof ActionsStatus>;

/** What came of one action on one record. */
const ActionRecord = z.object({
  /** Of the contact or company. */
  id: AnyId,
  entity: z.enum(ENTITIES),
  /** Null where it has none, or was deleted. */
  name: z.string().nullable(),
  action: z.string(),
  status: z.enum(ITEM_STATUSES),
  /** Why it failed or was skipped: a key of REASONS. */
  reason: z.string().nullable(),
  creditsUsed: z.number(),
});

const ActionRecords = undocumentedObject('the interface names no way to read a run', () => ({
  records: z.array(ActionRecord),
  nextCursor: z.string().nullable(),
  /** After it there are none any more. Null while the run goes on. */
  keptUntil: DateTime.nullable(),
}));

export const ActionsStarted = z.lazy(() => z.object({ actionsId: AnyId, createdAt: DateTime }));
export type ActionsStarted = z.output<typeof ActionsStarted>;

export const actions = endpoints({
  run: post('/v1/actions', 'ACTIONS_WRITE', {
    heavy: true,
    refuses: ['not_found', 'unprocessable'],
    summary: 'Run enrichment actions over contacts, companies or lists',
    body: ActionsInput,
    checkedBy: 'rules',
    data: ActionsStarted,
    undocumented: 'the path of the run endpoint is not shown',
    command: 'action run',
  }),
  status: get('/v1/actions/{actionsId}/status', 'ACTIONS_READ', {
    summary: 'How far an enrichment run or an import is',
    params: z.object({ actionsId: IdText }),
    data: ActionsStatus,
    undocumented: 'the interface names no way to read a run',
    command: 'action status',
  }),
  records: get('/v1/actions/{actionsId}/records', 'ACTIONS_READ', {
    summary: 'Records of an enrichment run: what came of each action, and why it failed or was skipped',
    params: z.object({ actionsId: IdText }),
    query: CursorQuery.extend({ status: z.enum(ITEM_STATUSES).optional() }),
    data: ActionRecords,
    undocumented: 'the interface names no way to read a run',
    command: 'action run-records',
  }),
});
