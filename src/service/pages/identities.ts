import { listIdentities, showIdentity } from '../resources/identities/identities.ts';
import { pager } from './forms.ts';
import { html } from './html.ts';
import { isMarkup } from './outbox.ts';
import { type PageView, pageOf } from './page.ts';
import { badge, command, fields, link, prose, table } from './parts.ts';

export const identities: PageView = async (page) => {
  const found = await page.read((context) => listIdentities(context, pageOf(page)));
  const body = html`<h1>Identities</h1>${table(
    found.identities,
    [
      { key: 'name', cell: ({ id, name }) => link(name ?? `Identity ${id}`, 'identities', id) },
      { key: 'jobTitle', cell: ({ jobTitle }) => jobTitle },
      { key: 'email', cell: ({ email }) => email },
      { key: 'emails', title: 'Mailboxes', cell: ({ emails }) => emails.join(', ') },
    ],
    { empty: 'There is no identity.', idOf: ({ id }) => id },
  )}${pager(page, found)}`;
  return { title: 'Identities', body };
};

const SHOWN_ELSEWHERE = ['id', 'appUrl', 'name', 'signature', 'emails'];

export const identity: PageView = async ({ read, clock }, id) => {
  const { identity: record, mailboxes } = await read((context) => showIdentity(context, id));
  const name = record.name ?? `Identity ${id}`;
  const { signature } = record;
  const signed = signature !== null && (isMarkup(signature) ? html`<pre>${signature}</pre>` : prose(signature));
  const body = html`<h1>${name}</h1><div class="cards"><section class="card"><h2>Identity ${id}</h2>${fields(record, clock, SHOWN_ELSEWHERE)}</section>${signed && html`<section class="card"><h2>Signature</h2>${signed}</section>`}</div><h2>Mailboxes</h2>${table(
    mailboxes,
    [
      { key: 'email', cell: ({ email }) => email },
      { key: 'provider', cell: ({ provider }) => badge(provider) },
      { key: 'healthStatus', cell: ({ healthStatus }) => badge(healthStatus) },
      { key: 'isPrimary', cell: ({ isPrimary }) => (isPrimary ? 'yes' : 'no') },
      { key: 'warmup.enabled', cell: ({ warmup }) => (warmup.enabled ? 'on' : 'off') },
      {
        key: 'emailCredentialsExpired',
        cell: ({ emailCredentialsExpired }) => (emailCredentialsExpired ? badge('ERROR') : 'no'),
      },
    ],
    { empty: html`No mailbox. ${command(`reach identity mailboxes add ${id} EMAIL`)}`, idOf: ({ id: box }) => box },
  )}<p><a href="/app/outbox?identityId=${id}">Messages sent</a></p>`;
  return { title: name, body };
};
