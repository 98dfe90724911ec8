// The whole interface: group by group, row by row.

import { account } from './account.ts';
import { actions } from './actions.ts';
import { aiFolders } from './ai-folders.ts';
import { aiMessages } from './ai-messages.ts';
import { aiSnippets } from './ai-snippets.ts';
import { aiTones } from './ai-tones.ts';
import { aiVariables } from './ai-variables.ts';
import { campaigns } from './campaigns.ts';
import { companies } from './companies.ts';
import { contacts } from './contacts.ts';
import type { DataOf, RequestOf } from './endpoint.ts';
import { finder } from './finder.ts';
import { identities } from './identities.ts';
import { inbox } from './inbox.ts';
import { lists } from './lists.ts';
import { local } from './local.ts';
import { messageTemplates } from './message-templates.ts';
import { playbook } from './playbook.ts';
import { promptLibrary } from './prompt-library.ts';
import { savedFilters } from './saved-filters.ts';
import { social } from './social.ts';
import { tasks } from './tasks.ts';
import { voices } from './voices.ts';
import { workflows } from './workflows.ts';

export const table = {
  account,
  contacts,
  companies,
  lists,
  campaigns,
  workflows,
  tasks,
  voices,
  promptLibrary,
  savedFilters,
  actions,
  finder,
  aiVariables,
  aiFolders,
  aiMessages,
  aiSnippets,
  messageTemplates,
  aiTones,
  social,
  playbook,
  identities,
  inbox,
  local,
} as const;

export type Table = typeof table;
export type Group = keyof Table;

/** The service as one typed object: the HTTP client is one; so is the embedded service behind its transport. */
export type Api = {
  readonly [G in Group]: {
    readonly [K in keyof Table[G]]: CallOf<Table[G][K]>;
  };
};

/** A row that needs nothing may be called with nothing. */
export type CallOf<R> =
  Record<never, never> extends RequestOf<R>
    ? (request?: RequestOf<R>, options?: CallOptions) => Promise<DataOf<R>>
    : (request: RequestOf<R>, options?: CallOptions) => Promise<DataOf<R>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}
