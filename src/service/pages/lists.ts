// Lists, and their members.

import { listCompanies } from '../resources/companies/read.ts';
import { listContacts } from '../resources/contacts/read.ts';
import { listLists } from '../resources/lists/list.ts';
import { showList } from '../resources/lists/show.ts';
import { companyTable } from './companies.ts';
import { contactTable } from './contacts.ts';
import { html } from './html.ts';
import { type PageView, pageOf, wordIn } from './page.ts';
import { badge, filters, fullTime, grouped, link, optionsOf, pager, table, time } from './parts.ts';

const ENTITIES = ['CONTACT', 'COMPANY'] as const;

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
  const { shown, members, found } = await page.read(async (context) => {
    const one = await showList(context, id);
    if (one.entity === 'CONTACT') {
      const contacts = await listContacts(context, query);
      return { shown: one, members: contactTable(contacts.contacts, 'The list is empty.'), found: contacts };
    }
    const companies = await listCompanies(context, query);
    return { shown: one, members: companyTable(companies.companies, 'The list is empty.'), found: companies };
  });
  const body = html`<h1>${shown.name}</h1><p>${badge(shown.entity)} ${grouped(shown.size)} members <span class="soft">created ${fullTime(shown.createdAt, page.now)}</span></p>${members}${pager(page, found)}`;
  return { title: shown.name, body };
};
