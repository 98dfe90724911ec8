// Pages of the local service: shown by the server that runs, or by one that is started for as long as they are wanted.

import { storeFolder } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { isWords } from '../../terminal/settings.ts';

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
