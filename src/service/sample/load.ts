// The sample workspace, brought in the way everything comes in: created, or merged where it is there already.

import type { ParsedOf } from '../../contract/endpoint.ts';
import type { Table } from '../../contract/table.ts';
import type { Tx } from '../core/context.ts';
import { appUrl, type Context } from '../core/context.ts';
import { principalOf } from '../core/principal.ts';
import { firstKey } from '../resources/account/queries/keys.ts';
import { bulkCreateCompanies } from '../resources/companies/bulk-create.ts';
import { bulkCreateContacts } from '../resources/contacts/bulk-create.ts';
import { createList } from '../resources/lists/create.ts';
import { addMembers } from '../resources/lists/members.ts';
import { listByName } from '../resources/lists/queries/lists.ts';
import { loadAi } from './ai.ts';
import { loadCampaigns } from './campaigns.ts';
import {
  SAMPLE_COMPANIES,
  SAMPLE_CRM_IDS,
  SAMPLE_DOUBLES,
  SAMPLE_LISTS,
  SAMPLE_PEOPLE,
  type SampleCompany,
  type SampleDouble,
  type SamplePerson,
} from './data/records.ts';
import { loadFilters } from './finder.ts';
import { loadInbox } from './inbox.ts';
import { loadPlaybook } from './playbook.ts';
import { loadSocial } from './social.ts';
import { loadWorkflows } from './workflows.ts';

type ContactInput = ParsedOf<Table['contacts']['create']>['body'];

/** Within the transaction that is open, for the first workspace. Loading it again adds nothing that is there. */
export async function loadSample(tx: Tx, now: number): Promise<void> {
  const key = await firstKey(tx);
  if (!key) return;
  const context: Context = { tx, principal: principalOf(key), now, appUrl };
  const companyIds = await loadCompanies(context);
  const contactIds = await loadContacts(context, SAMPLE_PEOPLE.map(personInput));
  await loadContacts(context, SAMPLE_DOUBLES.map(doubleInput));
  for (const { name, entity, holds } of SAMPLE_LISTS) {
    const known = await listByName(tx, context.principal.workspaceId, entity, name);
    const listId = known?.id ?? (await createList(context, { name, entity })).id;
    const ids = (entity === 'CONTACT' ? contactIds : companyIds).filter((_, index) => holds(index));
    await addMembers(context, listId, entity === 'CONTACT' ? { contactIds: ids } : { companyIds: ids });
  }
  const identityIds = await loadCampaigns(context);
  await loadInbox(context, contactIds, identityIds);
  await loadPlaybook(context);
  await loadFilters(context);
  await loadSocial(context);
  await loadWorkflows(context);
  await loadAi(context);
}

async function loadCompanies(context: Context): Promise<number[]> {
  const items = SAMPLE_COMPANIES.map((given) => ({ ok: true as const, value: companyInput(given) }));
  const { results } = await bulkCreateCompanies(context, items);
  return results.flatMap(({ company }) => (company ? [company.id] : []));
}

async function loadContacts(context: Context, inputs: readonly ContactInput[]): Promise<number[]> {
  const { results } = await bulkCreateContacts(
    context,
    inputs.map((value) => ({ ok: true as const, value })),
  );
  return results.flatMap(({ contact }) => (contact ? [contact.id] : []));
}

function companyInput({ name, domain, industry, employees, country }: SampleCompany) {
  return {
    name,
    domain,
    industry,
    website: `https://www.${domain}`,
    companyNetworkUrl: `https://network.example/company/${slug(domain.split('.')[0] ?? name)}`,
    numberOfEmployees: employees,
    companyCountry: country,
    mergeWithExisting: true,
  };
}

function personInput([firstName, lastName, jobTitle, companyIndex]: SamplePerson, index: number): ContactInput {
  const company = SAMPLE_COMPANIES[companyIndex];
  const crmId = SAMPLE_CRM_IDS.get(index);
  return {
    firstName,
    lastName,
    jobTitle,
    professionalEmail: `${slug(firstName)}.${slug(lastName)}@${company?.domain}`,
    networkProfileUrl: `https://network.example/in/${slug(firstName)}-${slug(lastName)}`,
    contactCountry: company?.country,
    companyName: company?.name,
    companyDomain: company?.domain,
    ...(crmId && { contactCRMId: crmId }),
    mergeWithExisting: true,
  };
}

/** Another profile and another company: merging by its rules finds nobody, so the double stays one. */
function doubleInput({ company: at, ...given }: SampleDouble): ContactInput {
  const company = SAMPLE_COMPANIES[at];
  return {
    ...given,
    networkProfileUrl: `https://network.example/in/${slug(given.firstName)}-${slug(given.lastName)}-${at}`,
    companyName: company?.name,
    companyDomain: company?.domain,
    mergeWithExisting: true,
  };
}

function slug(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '');
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
