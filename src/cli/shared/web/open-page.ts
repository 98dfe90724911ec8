// The page of a record in the web app: opened in the browser, or its link printed.

import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { isWords } from '../../terminal/settings.ts';
import { isLocal } from '../lint/undocumented-rules.ts';
import { linkView, noteUnshown, pathIn, showLocalPage } from './local-pages.ts';

export interface Linked {
  readonly appUrl?: unknown;
}

interface OpenedRecord {
  /** `contact`, `AI message` … */
  readonly kind: string;
  readonly name: string | number;
}

interface OpenPageOptions {
  /** Prints the link also where a browser could be opened. */
  readonly print?: boolean | undefined;
}

/** Throws CliError (exit 5) where the service gives no link. Where no terminal is, the link is printed. */
export async function openPage(
  session: Session,
  { kind, name }: OpenedRecord,
  { appUrl }: Linked,
  { print }: OpenPageOptions = {},
): Promise<void> {
  if (typeof appUrl !== 'string' || appUrl === '') {
    throw new CliError('notFound', 'no_link', `the service gives no link for ${kind} ${name}`, {
      hint: 'open the web app and look for it there',
    });
  }
  // In a pipe no one looks at a page: its link is printed, and no server is started for it; reach open is asked for one.
  if (isLocal(session) && session.io.stderr.isTTY && print !== true && session.settings.output === 'table') {
    return await showLocalPage(session, { path: pathIn(appUrl), kind, what: `${kind} ${name}` });
  }
  if (isLocal(session)) await noteUnshown(session, appUrl);
  if (!isWords(session.settings)) return await session.print.record(linkView, { kind, appUrl });
  if (print === true || !session.io.stderr.isTTY) return await session.print.text(`${harmless(appUrl)}\n`);
  await session.host.openUrl(appUrl);
  await session.print.note(`opened ${kind} ${name} in the browser`);
}

/** The inbox with the conversations of a contact. A link is made of any id: that there is a contact is asked first. */
export async function threadPage(session: Session, contactId: number): Promise<Linked> {
  const { contacts, inbox } = await session.api();
  await contacts.get({ params: { contactId } });
  return { appUrl: (await inbox.link({ body: { leadId: contactId } })).url };
}
