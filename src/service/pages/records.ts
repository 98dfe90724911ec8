// Contacts: found, and one by one with what happened to them.

import type { Context } from '../core/context.ts';
import { listCompanies, showCompany } from '../resources/companies/read.ts';
import {
  type ContactEventLine,
  listContacts,
  listPeople,
  listsOfCompany,
  type Memberships,
  membershipsOf,
  showContact,
  timelineOf,
} from '../resources/contacts/read.ts';
import { listLists, listNames, showList } from '../resources/lists/lists.ts';
import type { RecordQuery } from '../resources/records/search.ts';
import type { CompanyView, ContactView } from '../resources/records/view.ts';
import { type Html, html, outsideLink } from './html.ts';
import { idIn, type PageView, pageOf, textIn, wordIn } from './page.ts';
import {
  badge,
  excerpt,
  fields,
  filters,
  fullName,
  fullTime,
  grouped,
  link,
  optionsOf,
  type PagePosition,
  pager,
  type TableColumn,
  table,
  time,
} from './parts.ts';

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

export function contactTable(contacts: readonly ContactView[], empty: string): Html {
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
    const options = lists.map(({ id, name }): [string, string] => [String(id), name]);
    const choices = [{ name: 'listId', label: 'List', options }];
    return {
      title,
      body: html`<h1>${title}</h1>${filters(page, { search: 'Search', choices })}${found.rows}${pager(page, found)}`,
    };
  };

export const contacts = recordsPage('Contacts', 'CONTACT', async (context, query) => {
  const { contacts: found, ...position } = await listContacts(context, query);
  return { ...position, rows: contactTable(found, 'No contact matches.') };
});

export const companies = recordsPage('Companies', 'COMPANY', async (context, query) => {
  const { companies: found, ...position } = await listCompanies(context, query);
  return { ...position, rows: companyTable(found, 'No company matches.') };
});

const CONTACT_HEAD_FIELDS = ['id', 'appUrl', 'firstName', 'lastName', 'company', 'companyId', 'createdAt', 'updatedAt'];

export const contact: PageView = async ({ read, now }, id) => {
  const [record, memberships, events] = await read(async (context) => [
    await showContact(context, id),
    await membershipsOf(context, id),
    await timelineOf(context, id),
  ]);
  const { company } = record;
  const name = fullName(record);
  const body = html`<h1>${name}</h1>
<div class="cards"><section class="card"><h2>Contact ${record.id}</h2>${
    company && html`<p>${link(company.name ?? company.domain ?? `Company ${company.id}`, 'companies', company.id)}</p>`
  }${fields(record, now, CONTACT_HEAD_FIELDS)}<p class="soft">Created ${fullTime(record.createdAt, now)}<br>Updated ${fullTime(record.updatedAt, now)}</p></section>
<section class="card"><h2>Lists</h2>${memberList(memberships.lists)}<h2>Campaigns</h2>${campaignList(memberships)}<p>${html`<a href="/app/inbox?leadId=${id}">Conversations</a>`} · ${html`<a href="/app/outbox?contactId=${id}">Messages sent</a>`}</p></section></div>
<h2>Timeline</h2>${timeline(events, now)}`;
  return { title: name, body };
};

function memberList(lists: Memberships['lists']): Html {
  if (lists.length === 0) return html`<p class="soft">In no list.</p>`;
  return html`<ul class="plain">${lists.map(({ id, name }) => html`<li>${link(name, 'lists', id)}</li>`)}</ul>`;
}

function campaignList({ campaigns }: Memberships): Html {
  if (campaigns.length === 0) return html`<p class="soft">In no campaign.</p>`;
  const lines = campaigns.map(
    ({ id, name, status, reason }) =>
      html`<li>${link(name, 'campaigns', id)} ${badge(status)} <span class="soft">${reason}</span></li>`,
  );
  return html`<ul class="plain">${lines}</ul>`;
}

const EXCERPT = 200;

function timeline(events: readonly ContactEventLine[], now: number): Html {
  return table(
    events,
    [
      { key: 'at', title: 'When', cell: ({ at }) => fullTime(at, now) },
      { key: 'what', title: 'What', cell: ({ what, tone }) => html`<span class="badge ${tone}">${what}</span>` },
      {
        key: 'detail',
        title: 'Detail',
        cell: ({ detail, messageId }) =>
          messageId === null
            ? excerpt(detail, EXCERPT)
            : link(excerpt(detail, EXCERPT) || 'message', 'outbox', messageId),
      },
      {
        key: 'campaign',
        title: 'Campaign',
        cell: ({ campaign }) => campaign && link(campaign.name, 'campaigns', campaign.id),
      },
    ],
    { empty: 'Nothing has happened yet.' },
  );
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
      { key: 'createdAt', cell: ({ createdAt }) => time(createdAt, page.now) },
    ],
    { empty: 'There is no list.', idOf: ({ id }) => id },
  )}${pager(page, found)}`;
  return { title: 'Lists', body };
};

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
      return { shown: one, members: contactTable(contacts.contacts, 'The list is empty.'), found: contacts };
    }
    const companies = await listCompanies(context, query);
    return { shown: one, members: companyTable(companies.companies, 'The list is empty.'), found: companies };
  });
  const body = html`<h1>${displayed.name}</h1><p>${badge(displayed.entity)} ${grouped(displayed.size)} members <span class="soft">created ${fullTime(displayed.createdAt, page.now)}</span></p>${members}${pager(page, found)}`;
  return { title: displayed.name, body };
};

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

const COMPANY_HEAD_FIELDS = ['id', 'appUrl', 'name', 'createdAt', 'updatedAt'];

export const company: PageView = async (page, id) => {
  const [record, lists, people] = await page.read(async (context) => {
    const one = await showCompany(context, id);
    return [one, await listsOfCompany(context, id), await listPeople(context, id, pageOf(page))] as const;
  });
  const name = record.name ?? record.domain ?? `Company ${id}`;
  const body = html`<h1>${name}</h1><div class="cards"><section class="card"><h2>Company ${id}</h2>${fields(record, page.now, COMPANY_HEAD_FIELDS)}<p class="soft">Created ${fullTime(record.createdAt, page.now)}<br>Updated ${fullTime(record.updatedAt, page.now)}</p></section><section class="card"><h2>Lists</h2>${memberList(lists)}</section></div><h2>People</h2>${contactTable(people.contacts, 'No contact works here.')}${pager(page, people)}`;
  return { title: name, body };
};
