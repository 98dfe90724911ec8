// Which records a page of contacts or companies holds: query → ids.

import { type EntityName, NOUN, NOUNS } from '../../../contract/entities.ts';
import { issuesText } from '../../../contract/envelope.ts';
import type { FieldDescriptor, Filters } from '../../../contract/records/fields.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import type { RecordPredicate } from '../../../rules/records/conditions.ts';
import {
  type CustomField,
  descriptorOf,
  knownFields,
  RESERVED_NAMES,
  type RecordField,
} from '../../../rules/records/fields.ts';
import { checkFilters } from '../../../rules/records/filters.ts';
import type { StoredRecord } from '../../../rules/records/upsert/pending-record.ts';
import { type Context, found, Refusal } from '../../core/context.ts';
import { actionRunById } from '../actions/queries/runs.ts';
import { requireListOf } from '../lists/lists.ts';
import { customFields } from './queries/fields.ts';
import { actedOnRecords, allRecords, type IdPage, listedRecords, matchingRecords } from './queries/pages.ts';
import { type RecordShape, recordsById } from './queries/records.ts';

/** A page of records: those of a list, of an enrichment run, or those that match words and filters. */
export interface RecordQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly fields?: readonly string[] | undefined;
  readonly listId?: number | undefined;
  /** Records that an enrichment run or an import processed or created. */
  readonly actionsId?: number | undefined;
  readonly search?: string | undefined;
  readonly include?: Filters | undefined;
  readonly exclude?: Filters | undefined;
}

/** Throws Refusal `invalid` for wrong filters, `not_found` for the list or run. */
export async function findIds(context: Context, fields: WorkspaceFields, query: RecordQuery): Promise<IdPage> {
  const { tx, principal } = context;
  const { entity } = fields;
  if (query.listId !== undefined && query.actionsId !== undefined) {
    const message = 'set listId or actionsId, not both';
    throw new Refusal('invalid', message, { issues: [{ path: 'actionsId', code: 'exclusive', message }] });
  }
  if (query.listId !== undefined) {
    await requireListOf(context, entity, query.listId);
    return listedRecords(tx, query.listId, query);
  }
  if (query.actionsId !== undefined) {
    found(await actionRunById(tx, principal.workspaceId, query.actionsId), 'action run', query.actionsId);
    return actedOnRecords(tx, entity, query.actionsId, query);
  }
  const predicate = predicateOf(fields, query);
  const search = query.search?.trim() ?? '';
  const isEverything = search === '' && predicate.is === 'all' && predicate.of.length === 0;
  return isEverything
    ? allRecords(tx, entity, principal.workspaceId, query)
    : matchingRecords(tx, entity, principal.workspaceId, { search, predicate }, query);
}

function predicateOf({ entity, known }: WorkspaceFields, { include, exclude }: RecordQuery): RecordPredicate {
  const verdict = checkFilters(entity, { include, exclude }, known);
  if (verdict.ok) return verdict.predicate;
  const { issues } = verdict;
  throw new Refusal('invalid', issuesText(issues), {
    issues,
    hint: `GET /v1/${NOUNS[entity]}/fields lists the fields`,
  });
}

interface WorkspaceFields {
  readonly entity: EntityName;
  readonly known: ReadonlyMap<string, RecordField>;
  readonly customs: readonly CustomField[];
}

export async function workspaceFields({ tx, principal }: Context, entity: EntityName): Promise<WorkspaceFields> {
  const customs = await customFields(tx, principal.workspaceId);
  return { entity, known: knownFields(entity, customs), customs };
}

export async function describeFields(context: Context, entity: EntityName): Promise<{ fields: FieldDescriptor[] }> {
  const { known } = await workspaceFields(context, entity);
  return { fields: [...known.values()].map(descriptorOf) };
}

/**
 * The fields named by a `fields` parameter; names of properties that every record has are ignored. Throws Refusal
 * `invalid` with every unknown name and, in `details.known`, all that exist.
 */
export function requestedFields({ entity, known }: WorkspaceFields, names: readonly string[] | undefined) {
  const unknown = (names ?? []).filter((name) => !known.has(name) && !RESERVED_NAMES[entity].has(name));
  if (unknown.length > 0) {
    const issues = unknown.map((name, nth) => ({
      path: 'fields',
      code: 'unknown_field',
      message: `there is no field "${name}"${didYouMean(name, known.keys(), nth)}`,
    }));
    const message = issues.map((issue) => issue.message).join('; ');
    throw new Refusal('invalid', `fields: ${message}`, { issues, known: [...known.keys()] });
  }
  return (names ?? []).flatMap((name) => known.get(name) ?? []);
}

/** Throws Refusal `not_found`, also for a record of another workspace: its existence is not disclosed. */
export async function requireRecord({ tx, principal }: Context, shape: RecordShape, id: number): Promise<StoredRecord> {
  const [stored] = await recordsById(tx, shape, principal.workspaceId, [id]);
  return found(stored, NOUN[shape.entity], id);
}
