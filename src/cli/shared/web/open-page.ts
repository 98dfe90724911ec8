// Pages of records in the web app: opened in the browser, or their links printed; those of the local service shown for as long as wanted.

import { storeFolder } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';
import { isWords } from '../../terminal/settings.ts';
import { isLocal } from '../lint/undocumented-rules.ts';

interface WantedPage {
  /** Below `/app`, with its query; empty for the first page. */
  readonly path: string;
  readonly kind: string;
  /** `contact 3`, for what is said. */
  readonly what: string;
  readonly print?: boolean | undefined;
  /** Opens the browser wherever the command runs. */
  readonly open?: boolean;
  /** Prints the link in place of what is printed of a page. */
  readonly show?: (url: string) => Promise<void>;
  /** How long it is shown, milliseconds; until Ctrl-C without. */
  readonly forMs?: number | undefined;
}

/** The page of a record, by its link: where the pages are changes with the server. */
export function pathIn(appUrl: string): string {
  const { pathname, search } = new URL(appUrl);
  return `${pathname.replace(/^\/app(?=\/|$)/, '')}${search}`;
}

/** `.invalid` never resolves: the service made the link where nothing has ever shown pages. */
function leadsNowhere(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith('.invalid');
}

/** Says how to see what a link leads to, where no server shows it. */
export async function noteUnshown({ print }: Session, url: string): Promise<void> {
  if (leadsNowhere(url))
    await print.note('no server shows this page: reach open does, and links lead there while reach serve runs');
}

export async function showLocalPage(
  session: Session,
  { path, kind, what, print: printOnly, open, show, forMs }: WantedPage,
): Promise<void> {
  const { io, print, settings, host } = session;
  const pages = await host.openPages(storeFolder(session), path);
  try {
    const isRecord = !isWords(settings);
    if (show) await show(pages.url);
    else if (isRecord) await print.record(linkView, { kind, appUrl: pages.url });
    else await print.text(`${pages.url}\n`);
    const hasBrowser = open ?? (printOnly !== true && !isRecord && io.stderr.isTTY);
    if (hasBrowser) {
      await host.openUrl(pages.url);
      await print.note(`opened ${what} in the browser`);
    }
    if (!pages.isOurs) return;
    await print.note(`the pages are shown ${forMs === undefined ? '' : 'for the time of --for, or '}until Ctrl-C`);
    await wait(session, forMs);
  } finally {
    await pages.close();
  }
}

async function wait({ io }: Session, forMs: number | undefined): Promise<void> {
  if (forMs !== undefined) return await io.sleep(forMs, io.interrupt).catch(() => {});
  await new Promise<void>((done) => {
    if (io.interrupt.aborted) done();
    else io.interrupt.addEventListener('abort', () => done(), { once: true });
  });
}

export const linkView = viewOf('link', 'links', 'kind appUrl:link', { id: 'appUrl' });

export interface Linked {
  readonly appUrl?: unknown;
}

/** Throws CliError (exit 5) where the service gives no link. Where no terminal is, the link is printed. */
export async function openPage(
  session: Session,
  { kind, name }: { readonly kind: string; readonly name: string | number },
  { appUrl }: Linked,
  { print }: { readonly print?: boolean | undefined } = {},
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
