// The command tree's first level. A group's code is loaded when it is named, never before.

import type { GroupName, LoadGroup } from '../../session/command.ts';

export interface GroupEntry extends GroupName {
  /** Under which heading the root help lists it. */
  readonly heading: 'Data' | 'Outreach' | 'Setup' | 'Local service' | 'Tool';
  readonly load: LoadGroup;
}

export const GROUPS: readonly GroupEntry[] = [
  {
    name: 'contacts',
    aliases: ['contact'],
    summary: 'Import, export, search and merge contacts',
    heading: 'Data',
    load: async (verb) => await (await import('../../commands/contacts/index.ts')).contacts(verb),
  },
  {
    name: 'companies',
    aliases: ['company'],
    summary: 'Import, export and search companies',
    heading: 'Data',
    load: async (verb) => await (await import('../../commands/records/index.ts')).companies(verb),
  },
  {
    name: 'list',
    aliases: ['lists'],
    summary: 'Lists of contacts and companies',
    heading: 'Data',
    load: async () => (await import('../../commands/lists/index.ts')).lists,
  },
  {
    name: 'search',
    aliases: ['searches'],
    summary: 'Saved searches of contacts and companies, kept on this machine',
    heading: 'Data',
    load: async () => (await import('../../commands/searches/index.ts')).search,
  },
  {
    name: 'duplicates',
    aliases: ['duplicate'],
    summary: 'Contacts that share the same values (contacts duplicates)',
    heading: 'Data',
    load: async () => (await import('../../commands/contacts/duplicates.ts')).duplicatesCommand,
  },
  {
    name: 'campaign',
    aliases: ['campaigns'],
    summary: 'Outreach campaigns: write, check, draw, preview',
    heading: 'Outreach',
    load: async () => (await import('../../commands/campaigns/index.ts')).campaign,
  },
  {
    name: 'workflow',
    aliases: ['workflows'],
    summary: 'Workflows: write, check, publish, run, watch',
    heading: 'Outreach',
    load: async () => (await import('../../commands/workflows/index.ts')).workflow,
  },
  {
    name: 'ai',
    aliases: [],
    summary: 'AI variables, messages, snippets, templates and their folders',
    heading: 'Outreach',
    load: async () => (await import('../../commands/ai/index.ts')).ai,
  },
  {
    name: 'playbook',
    aliases: ['playbooks'],
    summary: 'The AI playbook: show, edit, compare, apply',
    heading: 'Outreach',
    load: async () => (await import('../../commands/playbook/index.ts')).playbook,
  },
  {
    name: 'social',
    aliases: ['social-selling'],
    summary: 'Posts with their metrics, and reactions to them',
    heading: 'Outreach',
    load: async () => (await import('../../commands/social/index.ts')).social,
  },
  {
    name: 'finder',
    aliases: [],
    summary: 'Find people and companies by describing them',
    heading: 'Outreach',
    load: async () => (await import('../../commands/finder/index.ts')).finder,
  },
  {
    name: 'action',
    aliases: ['actions'],
    summary: 'Enrichment runs: find, verify, look up, sync with the CRM',
    heading: 'Outreach',
    load: async () => (await import('../../commands/actions/index.ts')).action,
  },
  {
    name: 'inbox',
    aliases: [],
    summary: 'Conversations: read, reply, tag, link into the web app',
    heading: 'Outreach',
    load: async () => (await import('../../commands/inbox/index.ts')).inbox,
  },
  {
    name: 'identity',
    aliases: ['identities'],
    summary: 'Sender identities, their signatures and mailboxes',
    heading: 'Outreach',
    load: async () => (await import('../../commands/identities/index.ts')).identity,
  },
  {
    name: 'never-contact',
    aliases: [],
    summary: 'People and companies that must never be contacted',
    heading: 'Outreach',
    load: async () => (await import('../../commands/never-contact/index.ts')).neverContact,
  },
  {
    name: 'pull',
    aliases: [],
    summary: 'Write a workspace into an outreach folder',
    heading: 'Outreach',
    load: async () => (await import('../../commands/outreach/pull.ts')).pullCommand,
  },
  {
    name: 'plan',
    aliases: [],
    summary: 'Show what applying an outreach folder would do',
    heading: 'Outreach',
    load: async () => (await import('../../commands/outreach/plan.ts')).planCommand,
  },
  {
    name: 'apply',
    aliases: [],
    summary: 'Bring an outreach folder into a workspace',
    heading: 'Outreach',
    load: async () => (await import('../../commands/outreach/apply.ts')).applyCommand,
  },
  {
    name: 'lint',
    aliases: [],
    summary: 'Find everything that is wrong with an outreach folder',
    heading: 'Outreach',
    load: async () => (await import('../../commands/outreach/lint.ts')).lintFolder,
  },
  {
    name: 'test',
    aliases: [],
    summary: 'Run the scenarios of an outreach folder on a service in memory',
    heading: 'Outreach',
    load: async () => (await import('../../commands/outreach/test.ts')).testCommand,
  },
  {
    name: 'init',
    aliases: [],
    summary: 'Start an outreach folder',
    heading: 'Outreach',
    load: async () => (await import('../../commands/outreach/init.ts')).init,
  },
  {
    name: 'auth',
    aliases: [],
    summary: 'Log in, check the key, log out',
    heading: 'Setup',
    load: async () => (await import('../../commands/auth/index.ts')).auth,
  },
  {
    name: 'profile',
    aliases: ['profiles'],
    summary: 'Saved profiles: several workspaces, each with its address and key',
    heading: 'Setup',
    load: async () => (await import('../../commands/profile/index.ts')).profile,
  },
  {
    name: 'alias',
    aliases: ['aliases'],
    summary: 'Words of your own for command lines',
    heading: 'Setup',
    load: async () => (await import('../alias/index.ts')).alias,
  },
  {
    name: 'serve',
    aliases: [],
    summary: 'Run the local service on a socket',
    heading: 'Local service',
    load: async () => (await import('../../commands/local/serve.ts')).serve,
  },
  {
    name: 'local',
    aliases: [],
    summary: 'Control the local service: clock, faults, keys, snapshots',
    heading: 'Local service',
    load: async () => (await import('../../commands/local/index.ts')).local,
  },
  {
    name: 'api',
    aliases: [],
    summary: 'Send any request, with the key, pace and retries of the profile',
    heading: 'Tool',
    load: async () => (await import('../commands/api.ts')).apiCommand,
  },
  {
    name: 'open',
    aliases: [],
    summary: 'Open a record in the web app',
    heading: 'Tool',
    load: async () => (await import('../commands/open.ts')).openCommand,
  },
  {
    name: 'schema',
    aliases: [],
    summary: 'JSON Schema of files, for editors',
    heading: 'Tool',
    load: async () => (await import('../commands/schema.ts')).schema,
  },
  {
    name: 'doctor',
    aliases: [],
    summary: 'Look for what could be wrong: configuration, key, clock, service',
    heading: 'Tool',
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
  {
    name: 'completion',
    aliases: ['completions'],
    summary: 'Completion for bash, zsh, fish and PowerShell',
    heading: 'Tool',
    load: async () => (await import('../commands/completion/index.ts')).completion,
  },
  {
    name: 'mcp',
    aliases: [],
    summary: 'Serve the commands as tools of the Model Context Protocol, on stdio',
    heading: 'Tool',
    load: async () => (await import('../commands/mcp.ts')).mcp,
  },
  {
    name: 'commands',
    aliases: [],
    summary: 'The tree of commands, for machines',
    heading: 'Tool',
    load: async () => (await import('../commands/commands.ts')).commands,
  },
  {
    name: 'demo',
    aliases: [],
    summary: 'A guided tour on the local service, in under a minute',
    heading: 'Tool',
    load: async () => (await import('../commands/demo.ts')).demo,
  },
];

export function findGroup(word: string): GroupEntry | undefined {
  return GROUPS.find(({ name, aliases }) => name === word || aliases.includes(word));
}
