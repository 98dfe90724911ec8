// SEARCH_LEADS_FROM_NETWORK_COMPANY: finds people at companies and imports them as contacts.

import { LIMITS } from '../../../../contract/limits.ts';
import { type Criteria, criteriaOfFilters, NO_CRITERIA } from '../../../../rules/finder/criteria.ts';
import { type ContactItem, contactItem } from '../../../../rules/records/items.ts';
import type { EditableRecord } from '../../../../rules/records/upsert/pending-record.ts';
import { contactInput, matchedRecords } from '../../../../rules/records/upsert/plan.ts';
import type { Context } from '../../../core/context.ts';
import { criteriaOfText, parseText, titleMeant } from '../../../stand-ins/audience/understand.ts';
import { peopleOf } from '../../../stand-ins/profiles.ts';
import { personInput } from '../../../stand-ins/search/found.ts';
import { personMatcher } from '../../../stand-ins/search/matches.ts';
import type { WorldPerson } from '../../../stand-ins/world/people.ts';
import { savedFilterById } from '../../finder/queries/previews.ts';
import { knownContacts } from '../../records/read-known.ts';
import { type ActionOptions, type Batch, failed, numberOf, skipped, succeeded, textOf } from './batch.ts';

type PeopleSearchOptions = ActionOptions<'SEARCH_LEADS_FROM_NETWORK_COMPANY'>;

/** Per imported contact. */
const CONTACT_CREDITS = 1;

/** Criteria for people; those for companies are ignored, because the company is given. Null: the saved filter is unknown. */
async function criteriaOf({ tx, principal }: Context, options: PeopleSearchOptions): Promise<Criteria | null> {
  const { text, savedFilterId, filters, keyword = [] } = options;
  let criteria = NO_CRITERIA;
  if (text !== undefined) criteria = criteriaOfText(parseText(text));
  else if (filters !== undefined) criteria = withTitles(criteriaOfFilters(filters));
  else if (savedFilterId !== undefined) {
    const saved = await savedFilterById(tx, principal.workspaceId, savedFilterId);
    if (!saved) return null;
    criteria = saved.criteria;
  }
  const keywords = [...(criteria.include.keywords ?? []), ...[keyword].flat()];
  return { ...criteria, include: { ...criteria.include, ...(keywords.length > 0 && { keywords }) } };
}

/** Resolves abbreviations such as `CTO`. */
function withTitles(criteria: Criteria): Criteria {
  const { titles } = criteria.include;
  if (titles === undefined) return criteria;
  return { ...criteria, include: { ...criteria.include, titles: titles.map((title) => titleMeant(title) ?? title) } };
}

export async function searchPeople(batch: Batch, ids: readonly number[], options: PeopleSearchOptions) {
  const criteria = await criteriaOf(batch.context, options);
  return batch.each('COMPANY', ids, async (company) => {
    if (criteria === null) return failed(company.id, 'UNKNOWN_FILTER');
    return peopleAt(batch, company, criteria, options);
  });
}

async function peopleAt(batch: Batch, company: EditableRecord, criteria: Criteria, options: PeopleSearchOptions) {
  const [name, domain] = [textOf(company, 'name'), textOf(company, 'domain')];
  const networkUrl = textOf(company, 'companyNetworkUrl');
  if (name === null && domain === null && networkUrl === null) return skipped(company.id, 'NO_NAME');
  const mustBeLinked = options.onlyIncludeIfCompanyUrnMatch === true;
  if (mustBeLinked && networkUrl === null) return failed(company.id, 'NO_NETWORK_PAGE');
  const employees = numberOf(company, 'numberOfEmployees');
  const people = peopleOf({ name, domain, networkUrl, employees, country: textOf(company, 'companyCountry') });
  const isMatch = personMatcher(criteria);
  const matching = people.filter(({ person, isLinked }) => isMatch(person) && (isLinked || !mustBeLinked));
  if (matching.length === 0) return failed(company.id, 'NOBODY_FOUND');
  const found = matching.map(({ person }) => contactOf(person, company, options.destinationContactGroupId));
  const fresh = options.importOnlyNewContacts ? await withoutKnown(batch.context, found) : found;
  if (fresh.length === 0) return failed(company.id, 'NOBODY_NEW');
  const { upsertContacts } = await import('../../records/upsert.ts');
  const most = options.maxLeadsToImport ?? LIMITS.leadsToImportDefault;
  const outcomes = await upsertContacts(batch.context, fresh.slice(0, most));
  const imported = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.upserted.record.id] : []));
  return imported.length === 0
    ? failed(company.id, 'NOBODY_FOUND')
    : succeeded(company.id, imported.length * CONTACT_CREDITS, imported);
}

/** Those that would not be merged into a contact. */
async function withoutKnown({ tx, principal }: Context, people: readonly ContactItem[]): Promise<ContactItem[]> {
  const inputs = people.map((person) => ({ person, input: contactInput(person, () => new Map()) }));
  const sought = inputs.map(({ input }) => input);
  const { contacts, companies } = await knownContacts(tx, principal.workspaceId, sought, 0);
  return inputs.flatMap(({ person, input }) =>
    matchedRecords(contacts, companies, input).contact === null ? [person] : [],
  );
}

/** Of this company under its stored name. */
function contactOf(person: WorldPerson, company: EditableRecord, listId: number | undefined): ContactItem {
  const at = {
    name: textOf(company, 'name'),
    domain: textOf(company, 'domain'),
    companyNetworkUrl: textOf(company, 'companyNetworkUrl'),
  };
  return contactItem({
    ...personInput(person),
    networkHeadline: `${person.role.title} at ${at.name ?? at.domain}`,
    company: at,
    ...(listId !== undefined && { listId }),
  });
}
