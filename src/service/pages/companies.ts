// Companies, and their people.

import { listCompanies, showCompany } from '../resources/companies/read.ts';
import { listPeople, listsOfCompany } from '../resources/contacts/read.ts';
import { listNames } from '../resources/lists/names.ts';
import type { CompanyView } from '../resources/records/view.ts';
import { contactTable, memberList } from './contacts.ts';
import { type Html, html, outsideLink } from './html.ts';
import { idIn, type PageView, pageOf, textIn } from './page.ts';
import { fields, filters, fullTime, grouped, link, pager, table } from './parts.ts';

const LISTS_OFFERED = 100;

export function companyTable(companies: readonly CompanyView[], empty: string): Html {
  return table(
    companies,
    [
      { key: 'name', cell: ({ id, name, domain }) => link(name ?? domain ?? `Company ${id}`, 'companies', id) },
      { key: 'domain', cell: ({ domain }) => domain && outsideLink(`https://${domain}`, domain) },
      { key: 'industry', cell: ({ industry }) => industry },
      { key: 'companyCountry', title: 'Country', cell: ({ companyCountry }) => companyCountry },
      {
        key: 'numberOfEmployees',
        cell: ({ numberOfEmployees }) => numberOfEmployees !== null && grouped(numberOfEmployees),
        isNumber: true,
      },
      { key: 'leadsCount', cell: ({ leadsCount }) => grouped(leadsCount), isNumber: true },
    ],
    { empty, idOf: ({ id }) => id },
  );
}

export const companies: PageView = async (page) => {
  const listId = idIn(page, 'listId');
  const narrowing = listId === undefined ? { search: textIn(page, 'search') } : { listId };
  const [found, { lists }] = await page.read(async (context) => [
    await listCompanies(context, { ...pageOf(page), ...narrowing }),
    await listNames(context, 'COMPANY', LISTS_OFFERED),
  ]);
  const options = lists.map(({ id, name }): [string, string] => [String(id), name]);
  const body = html`<h1>Companies</h1>${filters(page, {
    search: 'Search',
    choices: [{ name: 'listId', label: 'List', options }],
  })}${companyTable(found.companies, 'No company matches.')}${pager(page, found)}`;
  return { title: 'Companies', body };
};

const SHOWN_ELSEWHERE = ['id', 'appUrl', 'name', 'createdAt', 'updatedAt'];

export const company: PageView = async (page, id) => {
  const [record, lists, people] = await page.read(async (context) => {
    const one = await showCompany(context, id);
    return [one, await listsOfCompany(context, id), await listPeople(context, id, pageOf(page))] as const;
  });
  const name = record.name ?? record.domain ?? `Company ${id}`;
  const body = html`<h1>${name}</h1><div class="cards"><section class="card"><h2>Company ${id}</h2>${fields(record, page.now, SHOWN_ELSEWHERE)}<p class="soft">Created ${fullTime(record.createdAt, page.now)}<br>Updated ${fullTime(record.updatedAt, page.now)}</p></section><section class="card"><h2>Lists</h2>${memberList(lists)}</section></div><h2>People</h2>${contactTable(people.contacts, 'No contact works here.')}${pager(page, people)}`;
  return { title: name, body };
};
