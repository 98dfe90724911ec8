// The pages of a service in a test: asked in memory, with the cookie of a session.

import { resolve } from 'node:path';
import type { OpenHistory } from '../../../src/service/core/store-history.ts';
import { type Pages, pagesOf } from '../../../src/service/pages/pages.ts';
import { openWorld, type World } from '../world.ts';

export const ORIGIN = 'http://127.0.0.1:7411';

interface Displayed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What stands in the page itself, without its frame. */
  readonly main: string;
}

export interface Site {
  readonly world: World;
  readonly pages: Pages;
  /** With the session. `headers` may take its place. */
  get(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Displayed>;
  /** What stands in the page itself, tags taken out. */
  words(path: string): Promise<string>;
  /** Uses a link; returns what it sets. */
  signIn(link: string): Promise<{ readonly status: number; readonly cookie: string }>;
  close(): Promise<void>;
}

export async function openSite(
  options: Parameters<typeof openWorld>[0] = {},
  history: OpenHistory | null = null,
): Promise<Site> {
  const world = await openWorld({ appBase: async () => `${ORIGIN}/app`, ...options });
  const pages = pagesOf({
    operator: world.service.operator,
    assets: resolve(import.meta.dirname, '../../../src/service/pages/assets'),
    origin: ORIGIN,
    onBug: (error) => world.bugs.push(error),
    history,
  });
  const ask = async (path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Displayed> => {
    const answer = await pages.handle({ method, path, headers: { host: '127.0.0.1:7411', ...headers }, body: null });
    if (!('body' in answer)) return { status: answer.status, headers: answer.headers, body: '', main: '' };
    const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(answer.body)?.[1] ?? '';
    return { ...answer, main };
  };
  const signIn: Site['signIn'] = async (link) => {
    const { pathname, search } = new URL(link);
    const { status, headers } = await ask(`${pathname}${search}`, {});
    return { status, cookie: headers['set-cookie'] ?? '' };
  };
  const { cookie } = await signIn(await pages.link());
  const session = cookie.split(';')[0] ?? '';
  const get: Site['get'] = (path, headers = { cookie: session }, method = 'GET') => ask(path, headers, method);
  return {
    world,
    pages,
    get,
    words: async (path) => (await get(path)).main.replaceAll(/(\s|<[^>]+>)+/g, ' ').trim(),
    signIn,
    close: async () => {
      pages.close();
      await world.close();
    },
  };
}
