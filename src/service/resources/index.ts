// The handlers of every group, loaded when the group is first called.

import { getOwn, isObject } from '../../contract/json.ts';
import type { Group, Table } from '../../contract/table.ts';
import type { Context } from '../core/context.ts';
import type { HandlersFor, Prepared } from './handler-types.ts';

/** Everything a key may call. The control of the local service (`local`) takes an `OperatorContext` instead. */
type KeyGroup = Exclude<Group, 'local'>;

const LOADERS: { readonly [G in KeyGroup]: () => Promise<HandlersFor<Table[G]>> } = {
  account: async () => (await import('./account/handlers.ts')).account,
  contacts: async () => (await import('./contacts/handlers.ts')).contacts,
  companies: async () => (await import('./companies/handlers.ts')).companies,
  lists: async () => (await import('./lists/handlers.ts')).lists,
  campaigns: async () => (await import('./campaigns/handlers.ts')).campaigns,
  workflows: async () => (await import('./workflows/handlers.ts')).workflows,
  tasks: async () => (await import('./campaigns/handlers.ts')).tasks,
  voices: async () => (await import('./campaigns/handlers.ts')).voices,
  identities: async () => (await import('./identities/handlers.ts')).identities,
  inbox: async () => (await import('./inbox/handlers.ts')).inbox,
  savedFilters: async () => (await import('./finder/handlers.ts')).savedFilters,
  actions: async () => (await import('./actions/handlers.ts')).actions,
  finder: async () => (await import('./finder/handlers.ts')).finder,
  promptLibrary: async () => (await import('./ai/handlers.ts')).promptLibrary,
  aiVariables: async () => (await import('./ai/handlers.ts')).aiVariables,
  aiFolders: async () => (await import('./ai/handlers.ts')).aiFolders,
  aiMessages: async () => (await import('./ai/handlers.ts')).aiMessages,
  aiSnippets: async () => (await import('./ai/handlers.ts')).aiSnippets,
  messageTemplates: async () => (await import('./ai/handlers.ts')).messageTemplates,
  aiTones: async () => (await import('./ai/handlers.ts')).aiTones,
  social: async () => (await import('./social/handlers.ts')).social,
  playbook: async () => (await import('./playbook/handlers.ts')).playbook,
};

export interface Handler {
  readonly handle: (request: unknown, context: Context, prepared: Prepared) => unknown;
  /** Reads the store before the write lock is taken; its result is the third argument of `handle`. */
  readonly prepare?: (request: unknown, context: Context) => Promise<Prepared>;
}

/** The handler of a row. Its request is what the row's own schemas gave, which no type can say across all rows. */
export async function handlerOf(group: string, name: string): Promise<Handler> {
  const handlers = await getOwn<() => Promise<object>>(LOADERS, group)?.();
  const found: unknown = new Map<string, unknown>(Object.entries(handlers ?? {})).get(name);
  if (typeof found === 'function') return { handle: (request, context) => found(request, context) };
  const { prepare, handle } = isObject(found) ? found : {};
  if (typeof prepare !== 'function' || typeof handle !== 'function') throw new Error(`no handler for ${group}.${name}`);
  return {
    prepare: (request, context) => prepare(request, context),
    handle: (request, context, prepared) => handle(request, context, prepared),
  };
}
