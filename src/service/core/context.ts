import type { Scope } from '../../contract/account/scopes.ts';
import type { Tx } from '../db/connection.ts';

/** Who calls, and for which workspace. */
export interface Who {
  readonly workspaceId: number;
  readonly userId: number;
  readonly role: 'ADMIN' | 'MEMBER';
  readonly keyId: number;
  readonly keyName: string;
  readonly scopes: readonly Scope[];
  /** Of a user restricted to identities: theirs. Left out: all. */
  readonly identityIds?: readonly number[];
}

/** Records that have a page in the web app. */
export type AppPage =
  | 'contacts'
  | 'companies'
  | 'lists'
  | 'campaigns'
  | 'ai-variables'
  | 'ai-folders'
  | 'ai-messages'
  | 'ai-snippets'
  | 'message-templates'
  | 'workflows'
  | 'workflow-runs'
  | 'identities'
  | 'inbox'
  | 'social-selling/posts'
  | 'social-selling/publishing';

/** What every use case gets: the transaction it works in, the caller, and the moment (virtual clock, epoch ms). */
export interface Context {
  readonly tx: Tx;
  readonly who: Who;
  readonly now: number;
  /** Workflows in whose runs this happens, the outermost first: they are not started again by what it leads to. */
  readonly causedBy?: readonly number[];
  /** The address the caller used, without a slash at its end; left out where nobody called over a socket. */
  readonly baseUrl?: string;
  /** Link to a record in the web app (SERVICE-API, General conventions). */
  appUrl(page: AppPage, id: number): string;
  /** Makes a secret unreadable for whoever has the store alone. Absent where no secret can arrive. */
  readonly seal?: Seal;
}

export type Seal = (secret: string) => Promise<string>;

/** `.invalid` never resolves: the local service has no web app, and its links must not lead to somebody else's. */
const APP = 'https://app.reach.invalid';

export function appUrl(page: AppPage, id: number): string {
  return `${APP}/${page}/${id}`;
}

/** A page of the web app that shows many records, with what it is to show. */
export function appLink(page: AppPage, query: URLSearchParams): string {
  return `${APP}/${page}${query.size > 0 ? `?${query}` : ''}`;
}
