// The rows with their schemas, loaded group by group when a request needs them: zod and the schemas of a group take longer
// than a read.

import type { Endpoint } from '../../contract/endpoint.ts';
import type { Group, Table } from '../../contract/table.ts';

type SchemaLoaders = { readonly [G in Group]: () => Promise<Table[G]> };

const LOADERS: SchemaLoaders = {
  account: async () => (await import('../../contract/account/endpoints.ts')).account,
  contacts: async () => (await import('../../contract/contacts/endpoints.ts')).contacts,
  companies: async () => (await import('../../contract/companies/endpoints.ts')).companies,
  lists: async () => (await import('../../contract/lists/endpoints.ts')).lists,
  campaigns: async () => (await import('../../contract/campaigns/endpoints.ts')).campaigns,
  workflows: async () => (await import('../../contract/workflows/endpoints.ts')).workflows,
  tasks: async () => (await import('../../contract/campaigns/endpoints.ts')).tasks,
  voices: async () => (await import('../../contract/campaigns/endpoints.ts')).voices,
  promptLibrary: async () => (await import('../../contract/ai/library.ts')).promptLibrary,
  savedFilters: async () => (await import('../../contract/finder/endpoints.ts')).savedFilters,
  actions: async () => (await import('../../contract/actions/endpoints.ts')).actions,
  finder: async () => (await import('../../contract/finder/endpoints.ts')).finder,
  aiVariables: async () => (await import('../../contract/ai/variables.ts')).aiVariables,
  aiFolders: async () => (await import('../../contract/ai/folders.ts')).aiFolders,
  aiMessages: async () => (await import('../../contract/ai/messages.ts')).aiMessages,
  aiSnippets: async () => (await import('../../contract/ai/snippets.ts')).aiSnippets,
  messageTemplates: async () => (await import('../../contract/ai/templates.ts')).messageTemplates,
  aiTones: async () => (await import('../../contract/ai/library.ts')).aiTones,
  social: async () => (await import('../../contract/social/endpoints.ts')).social,
  playbook: async () => (await import('../../contract/playbook/endpoints.ts')).playbook,
  identities: async () => (await import('../../contract/identities/endpoints.ts')).identities,
  inbox: async () => (await import('../../contract/inbox/endpoints.ts')).inbox,
  local: async () => (await import('../../contract/local/endpoints.ts')).local,
};

const loaded = new Map<string, ReadonlyMap<string, Endpoint>>();

export async function endpointOf(group: string, name: string): Promise<Endpoint> {
  const endpoint = (loaded.get(group) ?? (await load(group))).get(name);
  if (endpoint === undefined) throw new Error(`no schemas for ${group}.${name}`);
  return endpoint;
}

async function load(group: string): Promise<ReadonlyMap<string, Endpoint>> {
  const loader = new Map<string, () => Promise<Readonly<Record<string, Endpoint>>>>(Object.entries(LOADERS)).get(group);
  const rows = new Map(Object.entries((await loader?.()) ?? {}));
  loaded.set(group, rows);
  return rows;
}
