// Contacts: found, and one by one with what happened to them.

import {
  type ContactEventLine,
  listContacts,
  type Memberships,
  membershipsOf,
  showContact,
  timelineOf,
} from '../resources/contacts/read.ts';
import { listNames } from '../resources/lists/names.ts';
import type { ContactView } from '../resources/records/view.ts';
import { type Html, html } from './html.ts';
import { idIn, type PageContext, type PageView, pageOf, textIn } from './page.ts';
import { badge, excerpt, fields, filters, fullName, fullTime, link, pager, type TableColumn, table } from './parts.ts';

const LISTS_OFFERED = 100;

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

export const contacts: PageView = async (page) => {
  const [found, { lists }] = await page.read(async (context) => [
    await listContacts(context, { ...pageOf(page), ...narrowing(page) }),
    await listNames(context, 'CONTACT', LISTS_OFFERED),
  ]);
  const choices = lists.map(({ id, name }): [string, string] => [String(id), name]);
  const body = html`<h1>Contacts</h1>${filters(page, {
    search: 'Search',
    choices: [{ name: 'listId', label: 'List', options: choices }],
  })}${contactTable(found.contacts, 'No contact matches.')}${pager(page, found)}`;
  return { title: 'Contacts', body };
};

/** A list has no search: the list wins. */
function narrowing(page: PageContext): { listId?: number; search?: string } {
  const listId = idIn(page, 'listId');
  if (listId !== undefined) return { listId };
  const search = textIn(page, 'search');
  return search === undefined ? {} : { search };
}

const SHOWN_ELSEWHERE = ['id', 'appUrl', 'firstName', 'lastName', 'company', 'companyId', 'createdAt', 'updatedAt'];

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
  }${fields(record, now, SHOWN_ELSEWHERE)}<p class="soft">Created ${fullTime(record.createdAt, now)}<br>Updated ${fullTime(record.updatedAt, now)}</p></section>
<section class="card"><h2>Lists</h2>${memberList(memberships.lists)}<h2>Campaigns</h2>${campaignList(memberships)}<p>${html`<a href="/app/inbox?leadId=${id}">Conversations</a>`} · ${html`<a href="/app/outbox?contactId=${id}">Messages sent</a>`}</p></section></div>
<h2>Timeline</h2>${timeline(events, now)}`;
  return { title: name, body };
};

export function memberList(lists: Memberships['lists']): Html {
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
