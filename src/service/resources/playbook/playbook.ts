// The AI playbook: read whole, written additively (SERVICE-API, AI playbook, PUT rules 1-10).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import { issuesOf, issuesText } from '../../../contract/issues.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import { PlaybookUpdate } from '../../../contract/playbook/endpoints.ts';
import { COMPANY_FIELDS, type PlaybookSection } from '../../../contract/playbook/sections.ts';
import type { Table } from '../../../contract/table.ts';
import { type ChangePlan, changeOf, type KeptItem, type KeptPlaybook } from '../../../rules/playbook/change.ts';
import { checkUpdate, rejectionsOf } from '../../../rules/playbook/check.ts';
import { refusalOf } from '../../../rules/problem.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import {
  insertPlaybookItem,
  type PlaybookItemRow,
  playbookItems,
  playbookOf,
  updatePlaybookItem,
  writeCompany,
} from './queries/playbook.ts';
import { queueRefresh } from './refresh.ts';

type PlaybookRecord = ReplyOf<Table['playbook']['get']>;
type UpdatedRecord = ReplyOf<Table['playbook']['update']>;

interface Stored extends KeptPlaybook {
  readonly rows: readonly PlaybookItemRow[];
  readonly idealCompanies: string;
}

function fieldsOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}

function textsOf(fields: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Throws Refusal `not_found` when the key's workspace is gone. */
async function stored({ tx, principal }: Context): Promise<Stored> {
  const row = await playbookOf(tx, principal.workspaceId);
  if (!row) throw new Refusal('not_found', 'Playbook workspace not found');
  const rows = await playbookItems(tx, principal.workspaceId);
  const items = rows.map(({ id, section, itemKey, fields, removedAt }) => ({
    id,
    section,
    key: itemKey,
    fields: fieldsOf(fields),
    isRemoved: removedAt !== null,
  }));
  return { company: textsOf(fieldsOf(row.company)), items, rows, idealCompanies: row.idealCompanies };
}

/** Throws Refusal `not_found` when the key's workspace is gone. */
export async function getPlaybook(context: Context): Promise<PlaybookRecord> {
  return shown(context, await stored(context));
}

/** Stored JSON of the items; each was checked when it was written. */
function shown(context: Context, { company, rows, idealCompanies }: Stored): PlaybookRecord {
  const of = (section: PlaybookSection) => rows.filter((row) => row.section === section && row.removedAt === null);
  const list = <T>(section: PlaybookSection, show: (fields: JsonObject, row: PlaybookItemRow) => T) =>
    of(section).map((row) => ({
      id: row.id,
      ...show(fieldsOf(row.fields), row),
      createdAt: isoTime(row.createdAt),
      updatedAt: isoTime(row.updatedAt),
    }));
  return {
    company: Object.fromEntries(COMPANY_FIELDS.map((name) => [name, company[name] ?? null])),
    allCompanyProductsServices: list('productsServices', (fields) => ({
      name: text(fields, 'name'),
      description: text(fields, 'description'),
      isMainProduct: fields['isMainProduct'] === true,
    })),
    idealCustomerProfiles: list('idealCustomerProfiles', (fields, row) => ({
      name: text(fields, 'name'),
      companyIndustry: text(fields, 'companyIndustry'),
      companySize: text(fields, 'companySize'),
      keyPainPoints: Array.isArray(fields['keyPainPoints'])
        ? texts(fields, 'keyPainPoints')
        : text(fields, 'keyPainPoints'),
      jobTitles: texts(fields, 'jobTitles'),
      linkedInFilters: row.filters === null ? null : filtersOf(row.filters),
    })),
    idealCompanies: idealCompaniesOf(context, idealCompanies),
    competitors: list('competitors', (fields) => ({
      name: text(fields, 'name'),
      productDifferentiator: text(fields, 'productDifferentiator'),
    })),
    testimonials: list('testimonials', (fields) => ({
      companyName: text(fields, 'companyName'),
      promoterName: text(fields, 'promoterName'),
      jobPosition: text(fields, 'jobPosition'),
      mainBenefit: text(fields, 'mainBenefit'),
    })),
    faqs: list('faqs', (fields) => ({ question: text(fields, 'question'), answer: text(fields, 'answer') })),
  };
}

function text(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

function texts(fields: JsonObject, name: string): string[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

type Filters = NonNullable<PlaybookRecord['idealCustomerProfiles'][number]['linkedInFilters']>;

function filtersOf(stored: string): Filters {
  const filters = fieldsOf(stored);
  const size = filters['companySize'];
  const [min, max] = isObject(size) ? [size['min'], size['max']] : [];
  return {
    industries: texts(filters, 'industries'),
    companySize: typeof min === 'number' ? { min, max: typeof max === 'number' ? max : null } : null,
    jobTitles: texts(filters, 'jobTitles'),
  };
}

function idealCompaniesOf({ appUrl }: Context, stored: string): PlaybookRecord['idealCompanies'] {
  const kept: unknown = JSON.parse(stored);
  return (Array.isArray(kept) ? kept.filter(isObject) : []).map((company) => {
    const id = Number(company['id']);
    const orNull = (name: string) => (typeof company[name] === 'string' ? text(company, name) : null);
    return {
      id,
      appUrl: appUrl('companies', id),
      name: orNull('name'),
      domain: orNull('domain'),
      industry: orNull('industry'),
      idealCustomerProfile: text(company, 'idealCustomerProfile'),
    };
  });
}

/**
 * Adds, changes, restores and removes what the body names. The whole body is checked before anything is written; a
 * refresh of recommendations is queued with what is written (PUT rules 9, 10). Throws Refusal `invalid` with every
 * problem: `issues`, `rejectedItems`, `invalidDeleteIds`; `not_found` when the key's workspace is gone.
 */
export async function updatePlaybook(context: Context, body: unknown): Promise<UpdatedRecord> {
  const { changes, isRefreshDue } = await writePlaybook(context, body);
  if (isRefreshDue) await queueRefresh(context);
  return { ...(await getPlaybook(context)), changes };
}

/** As `updatePlaybook`, and leaves the refresh to the caller. */
export async function writePlaybook(
  context: Context,
  body: unknown,
): Promise<Pick<ChangePlan, 'changes' | 'isRefreshDue'>> {
  const kept = await stored(context);
  const plan = changeOf(kept, checked(body, kept));
  const { tx, principal, now } = context;
  if (Object.keys(plan.company).length > 0) {
    await writeCompany(tx, principal.workspaceId, JSON.stringify({ ...kept.company, ...plan.company }));
  }
  for (const item of plan.changed) await writeChanged(context, item, kept);
  for (const { section, key, fields } of plan.created) {
    await insertPlaybookItem(tx, principal.workspaceId, { section, key, fields: JSON.stringify(fields), now });
  }
  return plan;
}

async function writeChanged({ tx, now }: Context, item: KeptItem, { rows }: Stored): Promise<void> {
  const before = rows.find(({ id }) => id === item.id);
  const removedAt = item.isRemoved ? (before?.removedAt ?? now) : null;
  await updatePlaybookItem(tx, item.id, { fields: JSON.stringify(item.fields), removedAt, now });
}

function checked(body: unknown, { items }: Stored): PlaybookUpdate {
  const problems = checkUpdate(body, { items });
  const refused = refusalOf(problems);
  if (refused !== null) {
    const { issues } = refused;
    throw new Refusal(refused.code, issuesText(issues), { issues, ...rejectionsOf(body, problems) });
  }
  const parsed = PlaybookUpdate.safeParse(body);
  if (parsed.success) return parsed.data;
  // A test holds rules and shape together; were they apart, this would be a bug of ours.
  throw new Error(`the rules accept a playbook that its shape refuses: ${issuesText(issuesOf(parsed.error))}`);
}
