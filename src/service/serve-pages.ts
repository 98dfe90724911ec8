// The pages of a server: loaded when it serves them, and opened once its address is known.

import type { RequestHandler } from './http/listener.ts';
import type { Pages } from './pages/pages.ts';
import type { Service } from './start.ts';

export interface PageOptions {
  /** Where browsers reach the pages, of this server or another, without a path. Default: the address of the server. */
  readonly appUrl?: string | undefined;
  /** The folder of style and script; null for no pages. */
  readonly pageAssets?: string | null | undefined;
  readonly onBug?: ((error: unknown, what: string) => void) | undefined;
}

export interface ServedPages {
  /** The address of the pages, without a trailing slash; undefined where there are none. */
  base(): string | undefined;
  /** A handler that answers requests for pages itself, and passes on all others. */
  over<Handler extends RequestHandler>(handler: Handler): Handler;
  /** `address`: that of the server. */
  open(service: Service, address: string): Promise<void>;
  /** The address that opens a page once; null where there are none here. */
  link(path?: string): Promise<string | null>;
  close(): void;
}

export function servedPages({ appUrl, pageAssets, onBug = () => {} }: PageOptions): ServedPages {
  let pages: Pages | null = null;
  let origin = appUrl?.replace(/\/$/, '');
  return {
    base: () => (origin === undefined ? undefined : `${origin}/app`),
    over: (handler) => ({
      ...handler,
      handle: (request, arrival) =>
        pages?.owns(request.path) && !arrival?.refusal ? pages.handle(request) : handler.handle(request, arrival),
    }),
    open: async ({ operator }, address) => {
      if (typeof pageAssets !== 'string') return;
      origin ??= address;
      const { pagesOf } = await import('./pages/pages.ts');
      pages = pagesOf({ operator, assets: pageAssets, origin, onBug });
    },
    link: async (path) => pages?.link(path) ?? null,
    close: () => pages?.close(),
  };
}
