// The whole interface: group by group, row by row.

import { account } from './account/endpoints.ts';
import { actions } from './actions/endpoints.ts';
import { aiMessages, aiSnippets, messageTemplates } from './ai/contents.ts';
import { aiFolders } from './ai/folders.ts';
import { aiTones, promptLibrary } from './ai/library.ts';
import { aiVariables } from './ai/variables.ts';
import type { AnswerOf } from './answer.ts';
import { campaigns, tasks, voices } from './campaigns/endpoints.ts';
import { companies } from './companies/endpoints.ts';
import { contacts } from './contacts/endpoints.ts';
import type { ParsedOf, ReplyOf, RequestOf } from './endpoint.ts';
import { finder, savedFilters } from './finder/endpoints.ts';
import { identities } from './identities/endpoints.ts';
import { inbox } from './inbox/endpoints.ts';
import { lists } from './lists/endpoints.ts';
import { local } from './local/endpoints.ts';
import { playbook } from './playbook/endpoints.ts';
import { social } from './social/endpoints.ts';
import { workflows } from './workflows/endpoints.ts';

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

/** The `data` of the answer of a row, as its handler gives it: `ReplyData<'lists', 'get'>`. */
export type ReplyData<G extends Group, K extends keyof Table[G]> = ReplyOf<Table[G][K]>;

export type Parsed<G extends Group, K extends keyof Table[G]> = ParsedOf<Table[G][K]>;

/** The service as one typed object: the HTTP client is one; so is the embedded service behind its transport. */
export type Api = {
  readonly [G in Group]: {
    readonly [K in keyof Table[G]]: CallOf<Table[G][K]>;
  };
};

/** A row that needs nothing may be called with nothing. */
export type CallOf<R> =
  Record<never, never> extends RequestOf<R>
    ? (request?: RequestOf<R>, options?: CallOptions) => Promise<AnswerOf<R>>
    : (request: RequestOf<R>, options?: CallOptions) => Promise<AnswerOf<R>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}
