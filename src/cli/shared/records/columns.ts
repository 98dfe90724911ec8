// The columns of an export behind the id: the field names that an import takes.

import { ApiError } from '../../../client/errors.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { pathParts } from '../../../contract/path-parts.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { issuesIn } from '../lint/refusal.ts';
import { isLocal } from '../lint/undocumented-rules.ts';
import { type Entity, readableFields } from './entity.ts';

export const CONTACT_COLUMNS = [
  'firstName',
  'lastName',
  'professionalEmail',
  'jobTitle',
  'networkProfileUrl',
  'mobilePhone',
  'phones',
  'networkHeadline',
  'contactCountry',
  'companyName',
  'companyDomain',
  'companyNetworkUrl',
  'companyIndustry',
  'companyWebsite',
  'contactCRMId',
  'leadCRMId',
] as const;

export const COMPANY_COLUMNS = [
  'name',
  'domain',
  'industry',
  'companyNetworkUrl',
  'website',
  'numberOfEmployees',
  'companyCountry',
  'companyCRMId',
] as const;

/** Where a column's value is in a record as read: company columns of a contact are inside `company`. */
const READ_AT: Readonly<Record<string, string>> = {
  companyName: 'company.name',
  companyDomain: 'company.domain',
  companyNetworkUrl: 'company.companyNetworkUrl',
};

export const exportKey = (column: string): string => getOwn(READ_AT, column) ?? column;

/** What a record has without being asked; everything else is asked for by the `fields` parameter. */
const ALWAYS_READ: ReadonlySet<string> = new Set([
  ...['id', 'appUrl', 'createdAt', 'updatedAt', 'company', 'companyId', 'isInCRM', 'isCompanyInCRM', 'leadsCount'],
  ...CONTACT_COLUMNS.filter((column) => !['companyIndustry', 'companyWebsite'].includes(column)),
  ...['personalEmails', 'imageUrl', 'emailVerificationStatus'],
]);
const COMPANY_ALWAYS_READ: ReadonlySet<string> = new Set([...ALWAYS_READ, ...COMPANY_COLUMNS]);

/** Whether a column has to be asked for. Paths into a record (`company.name`) are read as they come. */
export function isExtra(kind: 'CONTACT' | 'COMPANY', column: string): boolean {
  return pathParts(column).length === 1 && !(kind === 'CONTACT' ? ALWAYS_READ : COMPANY_ALWAYS_READ).has(column);
}

/** Throws on. A field that the service does not have is a wrong option, as for records whose fields are known here: exit 2. */
export const unknownField =
  (plural: string) =>
  (error: unknown): never => {
    const details = error instanceof ApiError ? error.details : undefined;
    const issues = issuesIn(details?.['issues']);
    if (issues.length === 0 || !issues.every(({ path }) => /^fields\b/.test(path))) throw error;
    const messages = [...new Set(issues.map(({ message }) => message))].join('; ');
    const known = details?.['known'];
    const hint = Array.isArray(known) ? `known: ${known.join(', ')}` : `reach ${plural} fields lists them`;
    throw new UsageError(`--fields: ${messages}`, { hint });
  };

/** Fields to ask the service for: those of `--fields` that a record does not have by itself. */
export function extraFields({ settings }: Session, kind: 'CONTACT' | 'COMPANY'): readonly string[] | undefined {
  const extra = settings.fields?.filter((field) => isExtra(kind, field));
  return extra === undefined || extra.length === 0 ? undefined : extra;
}

/**
 * The view of the records. Another service may show a field only on records that have a value: that the first one lacks it says
 * nothing about a field that its list of fields has.
 */
export async function viewFor(session: Session, entity: Entity, extra: readonly string[] | undefined): Promise<View> {
  const { view } = entity;
  if (extra === undefined || isLocal(session)) return view;
  const fields = (await readableFields(session, entity)).filter(isField);
  return { ...view, alsoHas: [...(view.alsoHas ?? []), ...fields.map(({ id }) => id)] };
}

export function isField(value: unknown): value is FieldDescriptor {
  return (
    isObject(value) && ['id', 'label', 'dataType', 'fieldType'].every((key) => typeof getOwn(value, key) === 'string')
  );
}
