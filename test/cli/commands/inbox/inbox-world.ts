// A workspace with four contacts and two senders for each test, and what happens in its inbox.

import { beforeEach } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import type { Reach } from '../../world.ts';

export let reach: Reach;

/** Called by each file of tests: files may share this module. */
export function openInbox(): void {
  reach = reachForEachTest();
  beforeEach(fill);
}

async function fill(): Promise<void> {
  const { world } = reach;
  const contacts = [
    {
      firstName: 'Ada',
      lastName: 'Lovelace',
      professionalEmail: 'ada@x.example',
      jobTitle: 'Analyst',
      companyName: 'Engines',
    },
    { firstName: 'עדה', lastName: 'לאבלייס', professionalEmail: 'ayin@x.example', companyName: 'מנוע בע״מ' },
    { firstName: '森', lastName: '健二郎', professionalEmail: 'mori@x.example', jobTitle: '部長' },
    { firstName: 'Eve\u001b[31m', lastName: '\u202eXam\u0007ple', professionalEmail: 'eve@x.example' },
  ];
  await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  await world.call('PATCH', '/v1/identities/1', { body: { name: 'Robin Hale', email: 'robin@x.example' } });
  await world.service.store.write((tx) =>
    tx.run("insert into identities (workspace_id, name, created_at) values (1, 'Sasha Brandt', 0)"),
  );
}

const emit = (body: object) => reach.world.control('POST', '/_local/emit', body);

const answer = (contactId: number, text: string, more: object = {}) =>
  emit({ kind: 'reply', contactId, text, subject: 'Re: Engines', ...more });

export const write = (body: object) =>
  reach.world.call('POST', '/v1/inbox/messages', { body: { senderIdentityId: 1, subject: 'Engines', ...body } });

export const tag = async (name: string): Promise<number> =>
  (await reach.world.call('POST', '/v1/inbox/tags', { body: { name } })).body.data.id;

const hour = () => reach.clock.advance(3_600_000);

export async function talk(): Promise<void> {
  await write({ contactId: 1, message: 'Hello Ada,\n\nhow do you calculate?\n\nRobin' });
  await hour();
  await emit({ kind: 'click', contactId: 1 });
  await answer(1, 'By hand, still. What would you change?');
  await hour();
}

const NASTY = {
  rtl: 'שלום רובין, זה נשמע מצוין. אפשר לדבר ביום חמישי?\n\nمرحبا بالعالم',
  cjk: '森です。\tありがとうございます。来週の木曜日の午後三時にお会いできますか。弊社の工場は東京にあります。お待ちしております。',
  controls: 'got\u001b[2J\u001b[Hcha \u0007\b\b\u001b]0;title\u0007 \u202eevil\u2069\u061c\r\nover\rwrite',
  long: `${'wörter 🚀 '.repeat(20)}https://long.example/${'x'.repeat(100)}`,
};

export async function nastyTalk(): Promise<void> {
  await answer(2, NASTY.rtl);
  await hour();
  await answer(3, NASTY.cjk);
  await hour();
  await answer(4, NASTY.controls);
  await write({ contactId: 4, message: NASTY.long });
}
