import type { Scope } from '../../contract/scopes.ts';
import type { Tx } from '../store/db.ts';

/** Who calls, and for which workspace. */
export interface Who {
  readonly workspaceId: number;
  readonly userId: number;
  readonly role: 'ADMIN' | 'MEMBER';
  readonly keyId: number;
  readonly keyName: string;
  readonly scopes: readonly Scope[];
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
  | 'message-templates';

/** What every use case gets: the transaction it works in, the caller, and the moment (virtual clock, epoch ms). */
export interface Context {
  readonly tx: Tx;
  readonly who: Who;
  readonly now: number;
  /** Link to a record in the web app (SERVICE-API, General conventions). */
  appUrl(page: AppPage, id: number): string;
}

/** `.invalid` never resolves: the local service has no web app, and its links must not lead to somebody else's. */
const APP = 'https://app.reach.invalid';

export function appUrl(page: AppPage, id: number): string {
  return `${APP}/${page}/${id}`;
}
