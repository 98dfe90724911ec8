// The command tree's first level. A group's code is loaded when it is named, never before.

import type { GroupName, LoadGroup } from '../../session/command.ts';

export interface GroupEntry extends GroupName {
  /** Under which heading the root help lists it. */
  readonly heading: 'Data' | 'Outreach' | 'Setup' | 'Local service' | 'Tool';
  readonly load: LoadGroup;
}

/** A group without other names has no `aliases`. */
type Group = Omit<GroupEntry, 'heading' | 'aliases'> & Partial<GroupName>;

const under = (heading: GroupEntry['heading'], groups: readonly Group[]): GroupEntry[] =>
  groups.map((group) => ({ aliases: [], ...group, heading }));

export const GROUPS: readonly GroupEntry[] = [
  ...under('Data', [
    {
      name: 'contacts',
      aliases: ['contact'],
      summary: 'Import, export, search and merge contacts',
      load: async (verb) => await (await import('../../commands/contacts/index.ts')).contacts(verb),
    },
    {
      name: 'companies',
      aliases: ['company'],
      summary: 'Import, export and search companies',
      load: async (verb) => await (await import('../../commands/records/index.ts')).companies(verb),
    },
    {
      name: 'list',
      aliases: ['lists'],
      summary: 'Lists of contacts and companies',
      load: async () => (await import('../../commands/lists/index.ts')).lists,
    },
    {
      name: 'search',
      aliases: ['searches'],
      summary: 'Saved searches of contacts and companies, kept on this machine',
      load: async () => (await import('../../commands/searches/index.ts')).search,
    },
    {
      name: 'duplicates',
      aliases: ['duplicate'],
      summary: 'Contacts that share the same values (contacts duplicates)',
      load: async () => (await import('../../commands/contacts/duplicates.ts')).duplicatesCommand,
    },
  ]),
  ...under('Outreach', [
    {
      name: 'campaign',
      aliases: ['campaigns'],
      summary: 'Outreach campaigns: write, check, draw, preview',
      load: async () => (await import('../../commands/campaigns/index.ts')).campaign,
    },
    {
      name: 'workflow',
      aliases: ['workflows'],
      summary: 'Workflows: write, check, publish, run, watch',
      load: async () => (await import('../../commands/workflows/index.ts')).workflow,
    },
    {
      name: 'approvals',
      aliases: ['approval'],
      summary: 'What waits for a decision: the runs, the steps, and who',
      load: async () => (await import('../../commands/workflows/approvals.ts')).approvalsCommand,
    },
    {
      name: 'ai',
      summary: 'AI variables, messages, snippets, templates and their folders',
      load: async () => (await import('../../commands/ai/index.ts')).ai,
    },
    {
      name: 'playbook',
      aliases: ['playbooks'],
      summary: 'The AI playbook: show, edit, compare, apply',
      load: async () => (await import('../../commands/playbook/index.ts')).playbook,
    },
    {
      name: 'social',
      aliases: ['social-selling'],
      summary: 'Posts with their metrics, and reactions to them',
      load: async () => (await import('../../commands/social/index.ts')).social,
    },
    {
      name: 'finder',
      summary: 'Find people and companies by describing them',
      load: async () => (await import('../../commands/finder/index.ts')).finder,
    },
    {
      name: 'action',
      aliases: ['actions'],
      summary: 'Enrichment runs: find, verify, look up, sync with the CRM',
      load: async () => (await import('../../commands/actions/index.ts')).action,
    },
    {
      name: 'inbox',
      summary: 'Conversations: read, reply, tag, link into the web app',
      load: async () => (await import('../../commands/inbox/index.ts')).inbox,
    },
    {
      name: 'identity',
      aliases: ['identities'],
      summary: 'Sender identities, their signatures and mailboxes',
      load: async () => (await import('../../commands/identities/index.ts')).identity,
    },
    {
      name: 'never-contact',
      summary: 'People and companies that must never be contacted',
      load: async () => (await import('../../commands/never-contact/index.ts')).neverContact,
    },
    {
      name: 'pull',
      summary: 'Write a workspace into an outreach folder',
      load: async () => (await import('../../commands/outreach/pull.ts')).pullCommand,
    },
    {
      name: 'plan',
      summary: 'Show what applying an outreach folder would do',
      load: async () => (await import('../../commands/outreach/plan.ts')).planCommand,
    },
    {
      name: 'apply',
      summary: 'Bring an outreach folder into a workspace',
      load: async () => (await import('../../commands/outreach/apply.ts')).applyCommand,
    },
    {
      name: 'lint',
      summary: 'Find everything that is wrong with an outreach folder',
      load: async () => (await import('../../commands/outreach/lint.ts')).lintFolder,
    },
    {
      name: 'test',
      summary: 'Run the scenarios of an outreach folder on a service in memory',
      load: async () => (await import('../../commands/outreach/test.ts')).testCommand,
    },
    {
      name: 'init',
      summary: 'Start an outreach folder',
      load: async () => (await import('../../commands/outreach/init.ts')).init,
    },
  ]),
  ...under('Data', [
    {
      name: 'history',
      summary: 'What was changed from this machine: entries, changes, records',
      load: async () => (await import('../../commands/history/index.ts')).history,
    },
    {
      name: 'undo',
      summary: 'Take back what a command changed',
      load: async () => (await import('../../commands/history/undo.ts')).undoCommand,
    },
  ]),
  ...under('Setup', [
    {
      name: 'auth',
      summary: 'Log in, check the key, log out',
      load: async () => (await import('../../commands/auth/index.ts')).auth,
    },
    {
      name: 'profile',
      aliases: ['profiles'],
      summary: 'Saved profiles: several workspaces, each with its address and key',
      load: async () => (await import('../../commands/profile/index.ts')).profile,
    },
    {
      name: 'alias',
      aliases: ['aliases'],
      summary: 'Words of your own for command lines',
      load: async () => (await import('../alias/index.ts')).alias,
    },
  ]),
  ...under('Local service', [
    {
      name: 'serve',
      summary: 'Run the local service on a socket',
      load: async () => (await import('../../commands/local/serve.ts')).serve,
    },
    {
      name: 'local',
      summary: 'Control the local service: clock, faults, keys, snapshots',
      load: async () => (await import('../../commands/local/index.ts')).local,
    },
  ]),
  ...under('Tool', [
    {
      name: 'api',
      summary: 'Send any request, with the key, pace and retries of the profile',
      load: async () => (await import('../commands/api.ts')).apiCommand,
    },
    {
      name: 'open',
      summary: 'Open a record in the web app',
      load: async () => (await import('../commands/open.ts')).openCommand,
    },
    {
      name: 'schema',
      summary: 'JSON Schema of files, for editors',
      load: async () => (await import('../commands/schema.ts')).schema,
    },
    {
      name: 'doctor',
      summary: 'Look for what could be wrong: configuration, key, clock, service',
      load: async () => (await import('../commands/doctor.ts')).doctor,
    },
    {
      name: 'completion',
      aliases: ['completions'],
      summary: 'Completion for bash, zsh, fish and PowerShell',
      load: async () => (await import('../commands/completion/index.ts')).completion,
    },
    {
      name: 'mcp',
      summary: 'Serve the commands as tools of the Model Context Protocol, on stdio',
      load: async () => (await import('../commands/mcp.ts')).mcp,
    },
    {
      name: 'commands',
      summary: 'The tree of commands, for machines',
      load: async () => (await import('../commands/commands.ts')).commands,
    },
    {
      name: 'demo',
      summary: 'A guided tour on the local service, in under a minute',
      load: async () => (await import('../commands/demo.ts')).demo,
    },
  ]),
];

export function findGroup(word: string): GroupEntry | undefined {
  return GROUPS.find(({ name, aliases }) => name === word || aliases.includes(word));
}
