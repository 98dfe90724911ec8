import * as z from 'zod';
import { ActionsStarted } from '../actions/endpoints.ts';
import type { Answer, PartialAnswer } from '../answer.ts';
import {
  DateTime,
  filledText,
  Id,
  lazyInput,
  lazyObject,
  PageQuery,
  pageOf,
  undocumented,
  undocumentedObject,
  wholeNumber,
} from '../common.ts';
import { endpoints, get, post } from '../endpoint.ts';
import { ENTITIES } from '../entities.ts';
import { LIMITS } from '../limits.ts';
import { ASKED_PROVIDERS, PROVIDERS, SAVED_FILTER_TYPES } from './enums.ts';

/** Undocumented: the interface asks for "natural-language audience and provider" and shows no names. */
export const PreviewInput = z.lazy(() =>
  undocumented(
    z
      .strictObject({
        text: filledText(LIMITS.previewTextMax).optional(),
        savedFilterId: Id.optional(),
        provider: z.enum(ASKED_PROVIDERS).default('AUTO'),
        identityId: Id.optional(),
      })
      .refine((body) => (body.text === undefined) !== (body.savedFilterId === undefined), {
        path: ['text'],
        message: 'give either text or savedFilterId',
      }),
    'the field names are not shown',
  ),
);
export type PreviewInput = z.output<typeof PreviewInput>;

/** A search that was understood and can be read, refined and imported for 24 hours. */
export const Preview = lazyObject(() => ({
  previewId: z.uuid(),
  createdAt: DateTime,
  expiresAt: DateTime,
  userInput: z.string(),
  requestedProvider: z.enum(ASKED_PROVIDERS),
  resolvedProvider: z.enum(PROVIDERS),
  result: z.looseObject({}),
  crmProvider: z.string().optional(),
  entity: z.enum(ENTITIES),
  techstackImportType: z.string().optional(),
  droppedFilters: z.array(z.string()),
  previousPreviewId: z.uuid().optional(),
  identityId: Id.optional(),
}));
export type Preview = PartialAnswer<typeof Preview>;

const text = z.string().optional();

/** One record of any provider, normalised. */
export const FoundRecord = lazyObject(() => ({
  id: text,
  name: text,
  domain: text,
  networkUrl: text,
  /** Of people only. */
  title: text,
  location: text,
  imageUrl: text,
  extra: z.looseObject({}).optional(),
}));
export type FoundRecord = Answer<typeof FoundRecord>;

export const PreviewResults = lazyObject(() => ({
  previewId: z.uuid(),
  page: z.int(),
  pageSize: z.int(),
  hasNextPage: z.boolean(),
  records: z.array(FoundRecord),
  entity: z.enum(ENTITIES),
  totalCount: z.int().optional(),
  resolvedProvider: z.enum(PROVIDERS),
  result: z.looseObject({}),
  userInput: z.string(),
}));
export type PreviewResults = Answer<typeof PreviewResults>;

const params = z.object({
  previewId: z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'must be the uuid of a preview'),
});

export const finder = endpoints({
  preview: post('/v1/ai-finder/previews', 'ACTIONS_WRITE', {
    perMinute: LIMITS.previewPerMinute,
    refuses: ['not_found'],
    summary: 'Turn a described audience into a provider search',
    body: PreviewInput,
    data: Preview,
    command: 'finder preview',
  }),
  iterate: post('/v1/ai-finder/previews/{previewId}/iterate', 'ACTIONS_WRITE', {
    perMinute: LIMITS.iteratePerMinute,
    given: 'scope and rate',
    summary: 'Refine a preview by feedback, into a new one',
    params,
    body: z.lazy(() => z.strictObject({ feedback: filledText(LIMITS.feedbackMax) })),
    data: Preview,
    command: 'finder refine',
  }),
  results: get('/v1/ai-finder/previews/{previewId}/results', 'ACTIONS_WRITE', {
    perMinute: LIMITS.resultsPerMinute,
    given: 'scope and rate',
    refuses: ['unprocessable'],
    summary: 'Records that a preview finds, page by page',
    params,
    query: z.object({
      page: wholeNumber(1, LIMITS.resultsPageMax).default(1),
      pageSize: wholeNumber(1, LIMITS.resultsPageSizeMax).default(LIMITS.resultsPageSizeDefault),
    }),
    data: PreviewResults,
    command: 'finder results',
  }),
  import: post('/v1/ai-finder/previews/{previewId}/import', 'ACTIONS_WRITE', {
    perMinute: LIMITS.previewPerMinute,
    refuses: ['unprocessable'],
    summary: 'Import what a preview finds into a list',
    params,
    body: lazyInput(() => ({
      listId: Id,
      maxCount: z
        .int()
        .min(LIMITS.importCountMin)
        .max(LIMITS.importCountMax)
        .multipleOf(LIMITS.importCountStep)
        .default(LIMITS.importCountMin),
    })),
    data: ActionsStarted,
    undocumented: 'the path and body of the import are not shown',
    command: 'finder import',
  }),
});

/** A search kept in the web app under a name. */
const SavedFilter = undocumentedObject('the interface names the endpoint and the type, not the record', () => ({
  id: Id,
  name: z.string(),
  type: z.enum(SAVED_FILTER_TYPES),
  createdAt: DateTime,
}));

export const savedFilters = endpoints({
  list: get('/v1/saved-filters', 'ACTIONS_READ', {
    summary: 'Saved searches, for previews and for searching contacts at companies',
    query: PageQuery.extend({
      type: undocumented(z.enum(SAVED_FILTER_TYPES).optional(), 'how the type is asked for is not shown'),
    }),
    data: z.lazy(() => pageOf('savedFilters', SavedFilter)),
    command: 'finder filters',
  }),
});
