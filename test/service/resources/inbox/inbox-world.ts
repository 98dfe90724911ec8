import { beforeEach } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import type { Reply, World } from '../../world.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openInboxWorld(): void {
  world = worldForEachTest();
  beforeEach(fill);
}

async function fill(): Promise<void> {
  const contacts = [
    { firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@x.example', jobTitle: 'Chief Analyst' },
    { firstName: 'Bo', networkProfileUrl: 'https://www.network.example/in/bo' },
    { firstName: 'Cy' },
  ];
  await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  await world.service.store.write((tx) =>
    tx.run("insert into identities (workspace_id, name, created_at) values (1, 'Robin', 0)"),
  );
}

export const input = ({ status, body }: Reply) => [status, body.message];
export const data = (path: string, query: object = {}) => world.done('GET', path, { query: { ...query } });
export const reply = (body: object) => world.call('POST', '/v1/inbox/messages', { body });
export const email = { contactId: 1, senderIdentityId: 1, message: 'Hello', subject: 'Engines' };
export const threads = async (query: object = {}) =>
  (await data('/v1/inboxes', query)).inboxes.map(
    (thread: { contactId: number; senderIdentityId: number; channel: string }) =>
      `${thread.contactId} ${thread.senderIdentityId} ${thread.channel}`,
  );
