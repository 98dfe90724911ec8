import type { Context } from '../core/context.ts';
import { listCompanies, listContacts, listPeople, listsOfRecord, showCompany } from '../resources/contacts/read.ts';
import { listLists, listNames, showList } from '../resources/lists/lists.ts';
import type { RecordQuery } from '../resources/records/search.ts';
import type { CompanyView, ContactView } from '../resources/records/view.ts';
import { filters, namesOf, optionsOf, type PagePosition, pager } from './forms.ts';
import { type Html, type HtmlPart, html, outsideLink } from './html.ts';
import { idIn, type PageView, pageOf, textIn, wordIn } from './page.ts';
import { badge, command, fields, fullName, fullTime, grouped, link, type TableColumn, table, time } from './parts.ts';

const LISTS_OFFERED = 100;

const ENTITIES = ['CONTACT', 'COMPANY'] as const;

const COLUMNS: readonly TableColumn<ContactView>[] = [
  { key: 'name', title: 'Name', cell: (contact) => link(fullName(contact), 'contacts', contact.id) },
  { key: 'jobTitle', cell: ({ jobTitle }) => jobTitle },
  {
    key: 'company.name',
    cell: ({ company }) => company && link(company.name ?? company.domain ?? company.id, 'companies', company.id),
  },
  { key: 'professionalEmail', cell: ({ professionalEmail }) => professionalEmail },
  {
    key: 'emailVerificationStatus',
    title: 'Verified',
    cell: ({ emailVerificationStatus }) => badge(emailVerificationStatus),
  },
  { key: 'contactCountry', title: 'Country', cell: ({ contactCountry }) => contactCountry },
];

export function contactTable(contacts: readonly ContactView[], empty: HtmlPart): Html {
  return table(contacts, COLUMNS, { empty, idOf: ({ id }) => id });
}

/** A page of records of one type: found by words, or the members of a list, which has no search. */
const recordsPage =
  (
    title: 'Contacts' | 'Companies',
    entity: (typeof ENTITIES)[number],
    pageIn: (context: Context, query: RecordQuery) => Promise<PagePosition & { readonly rows: Html }>,
  ): PageView =>
  async (page) => {
    const listId = idIn(page, 'listId');
    const narrowing = listId === undefined ? { search: textIn(page, 'search') } : { listId };
    const [found, { lists }] = await page.read(async (context) => [
      await pageIn(context, { ...pageOf(page), ...narrowing }),
      await listNames(context, entity, LISTS_OFFERED),
    ]);
    const choices = [{ name: 'listId', label: 'List', options: namesOf(lists) }];
    return {
      title,
      body: html`<h1>${title}</h1>${filters(page, { search: 'Search', choices })}${found.rows}${pager(page, found)}`,
    };
  };

export const contacts = recordsPage('Contacts', 'CONTACT', async (context, query) => {
  const { contacts: found, ...position } = await listContacts(context, query);
  return {
    ...position,
    rows: contactTable(found, html`No contact matches. ${command('reach contacts import FILE.csv')}`),
  };
});

export const companies = recordsPage('Companies', 'COMPANY', async (context, query) => {
  const { companies: found, ...position } = await listCompanies(context, query);
  return {
    ...position,
    rows: companyTable(found, html`No company matches. ${command('reach companies import FILE.csv')}`),
  };
});

export function listNamesOf(lists: Awaited<ReturnType<typeof listsOfRecord>>): Html {
  if (lists.length === 0) return html`<p class="soft">In no list.</p>`;
  return html`<ul class="plain">${lists.map(({ id, name }) => html`<li>${link(name, 'lists', id)}</li>`)}</ul>`;
}

export const lists: PageView = async (page) => {
  const query = { ...pageOf(page), entity: wordIn(page, 'entity', ENTITIES) };
  const found = await page.read((context) => listLists(context, query));
  const body = html`<h1>Lists</h1>${filters(page, {
    choices: [{ name: 'entity', label: 'Of', options: optionsOf(ENTITIES) }],
  })}${table(
    found.lists,
    [
      { key: 'name', cell: ({ id, name }) => link(name, 'lists', id) },
      { key: 'entity', title: 'Of', cell: ({ entity }) => badge(entity) },
      { key: 'size', cell: ({ size }) => grouped(size), isNumber: true },
      { key: 'createdAt', cell: ({ createdAt }) => time(createdAt, page.clock) },
    ],
    { empty: html`There is no list. ${command('reach list create NAME')}`, idOf: ({ id }) => id },
  )}${pager(page, found)}`;
  return { title: 'Lists', body };
};

const emptyList = (filling: Html) => html`The list is empty. ${filling}`;

export const list: PageView = async (page, id) => {
  const query = { ...pageOf(page), listId: id };
  const {
    shown: displayed,
    members,
    found,
  } = await page.read(async (context) => {
    const one = await showList(context, id);
    if (one.entity === 'CONTACT') {
      const contacts = await listContacts(context, query);
      const none = emptyList(command(`reach list add ${id} --contacts NAMES`));
      return { shown: one, members: contactTable(contacts.contacts, none), found: contacts };
    }
    const companies = await listCompanies(context, query);
    const none = emptyList(command(`reach list add ${id} --companies NAMES`));
    return { shown: one, members: companyTable(companies.companies, none), found: companies };
  });
  const body = html`<h1>${displayed.name}</h1><p>${badge(displayed.entity)} ${grouped(displayed.size)} members <span class="soft">created ${fullTime(displayed.createdAt, page.clock)}</span></p>${members}${pager(page, found)}`;
  return { title: displayed.name, body };
};

export function companyTable(companies: readonly CompanyView[], empty: HtmlPart): Html {
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

const COMPANY_HEAD_FIELDS = ['id', 'appUrl', 'name', 'createdAt', 'updatedAt'];

export const company: PageView = async (page, id) => {
  const [record, lists, people] = await page.read(async (context) => {
    const one = await showCompany(context, id);
    return [one, await listsOfRecord(context, 'COMPANY', id), await listPeople(context, id, pageOf(page))] as const;
  });
  const name = record.name ?? record.domain ?? `Company ${id}`;
  const body = html`<h1>${name}</h1><div class="cards"><section class="card"><h2>Company ${id}</h2>${fields(record, page.clock, COMPANY_HEAD_FIELDS)}<p class="soft">Created ${fullTime(record.createdAt, page.clock)}<br>Updated ${fullTime(record.updatedAt, page.clock)}</p></section><section class="card"><h2>Lists</h2>${listNamesOf(lists)}</section></div><h2>People</h2>${contactTable(people.contacts, 'No contact works here.')}${pager(page, people)}`;
  return { title: name, body };
};
