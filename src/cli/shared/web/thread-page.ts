import type { Session } from '../../session/session.ts';
import type { Linked } from './open-page.ts';

/** The inbox with the conversations of a contact. A link is made of any id: that there is a contact is asked first. */
export async function threadPage(session: Session, contactId: number): Promise<Linked> {
  const { contacts, inbox } = await session.api();
  await contacts.get({ params: { contactId } });
  return { appUrl: (await inbox.link({ body: { leadId: contactId } })).url };
}
