// The command tree's first level. A group's code is loaded when it is named, never before.

import type { GroupName, LoadGroup } from '../../session/command.ts';

/** Under which heading the root help lists a group. */
type Heading = 'Data' | 'Outreach' | 'Setup' | 'Local service' | 'Tool';

export interface GroupEntry extends GroupName {
  readonly heading: Heading;
  readonly load: LoadGroup;
}

const LOADERS = {
  contacts: async (verb?: string) => await (await import('../../commands/contacts/index.ts')).contacts(verb),
  companies: async (verb?: string) => await (await import('../../commands/records/index.ts')).companies(verb),
  list: async () => (await import('../../commands/lists/index.ts')).lists,
  search: async () => (await import('../../commands/searches/index.ts')).search,
  duplicates: async () => (await import('../../commands/contacts/duplicates.ts')).duplicatesCommand,
  campaign: async () => (await import('../../commands/campaigns/index.ts')).campaign,
  workflow: async () => (await import('../../commands/workflows/index.ts')).workflow,
  approvals: async () => (await import('../../commands/workflows/approvals.ts')).approvalsCommand,
  ai: async () => (await import('../../commands/ai/index.ts')).ai,
  playbook: async () => (await import('../../commands/playbook/index.ts')).playbook,
  social: async () => (await import('../../commands/social/index.ts')).social,
  finder: async () => (await import('../../commands/finder/index.ts')).finder,
  action: async () => (await import('../../commands/actions/index.ts')).action,
  inbox: async () => (await import('../../commands/inbox/index.ts')).inbox,
  identity: async () => (await import('../../commands/identities/index.ts')).identity,
  'never-contact': async () => (await import('../../commands/never-contact/index.ts')).neverContact,
  pull: async () => (await import('../../commands/outreach/pull.ts')).pullCommand,
  plan: async () => (await import('../../commands/outreach/plan.ts')).planCommand,
  apply: async () => (await import('../../commands/outreach/apply.ts')).applyCommand,
  lint: async () => (await import('../../commands/outreach/lint.ts')).lintFolder,
  test: async () => (await import('../../commands/outreach/test.ts')).testCommand,
  init: async () => (await import('../../commands/outreach/pull.ts')).init,
  history: async () => (await import('../../commands/history/index.ts')).history,
  undo: async () => (await import('../../commands/history/undo.ts')).undoCommand,
  'run-plan': async () => (await import('../../commands/history/run-plan.ts')).runPlanCommand,
  auth: async () => (await import('../../commands/auth/index.ts')).auth,
  profile: async () => (await import('../../commands/profile/index.ts')).profile,
  alias: async () => (await import('../alias/index.ts')).alias,
  serve: async () => (await import('../../commands/local/serve.ts')).serve,
  local: async () => (await import('../../commands/local/index.ts')).local,
  api: async () => (await import('../commands/api.ts')).apiCommand,
  open: async () => (await import('../commands/open.ts')).openCommand,
  schema: async () => (await import('../commands/schema.ts')).schema,
  doctor: async () => (await import('../commands/doctor.ts')).doctor,
  completion: async () => (await import('../commands/completion/index.ts')).completion,
  mcp: async () => (await import('../commands/mcp.ts')).mcp,
  commands: async () => (await import('../commands/schema.ts')).commands,
  samples: async () => (await import('../commands/demo.ts')).samplesCommand,
  demo: async () => (await import('../commands/demo.ts')).demo,
};

type GroupWord = keyof typeof LOADERS;

/** In the order of the help: the heading, the summary, then what else the group answers to. */
const NAMES: Readonly<Record<GroupWord, readonly [Heading, string, ...string[]]>> = {
  contacts: ['Data', 'Import, export, search and merge contacts', 'contact'],
  companies: ['Data', 'Import, export and search companies', 'company'],
  list: ['Data', 'Lists of contacts and companies', 'lists'],
  search: ['Data', 'Saved searches of contacts and companies, on this machine and in an outreach folder', 'searches'],
  duplicates: ['Data', 'Contacts that share the same values (contacts duplicates)', 'duplicate'],
  campaign: ['Outreach', 'Outreach campaigns: write, check, draw, preview', 'campaigns'],
  workflow: ['Outreach', 'Workflows: write, check, publish, run, watch', 'workflows'],
  approvals: ['Outreach', 'What waits for a decision: the runs, the steps, and who', 'approval'],
  ai: ['Outreach', 'AI variables, messages, snippets, templates and their folders'],
  playbook: ['Outreach', 'The AI playbook: show, edit, compare, apply', 'playbooks'],
  social: ['Outreach', 'Posts with their metrics, and reactions to them', 'social-selling'],
  finder: ['Outreach', 'Find people and companies by describing them'],
  action: ['Outreach', 'Enrichment runs: find, verify, look up, sync with the CRM', 'actions'],
  inbox: ['Outreach', 'Conversations: read, reply, tag, link into the web app'],
  identity: ['Outreach', 'Sender identities, their signatures and mailboxes', 'identities'],
  'never-contact': ['Outreach', 'People and companies that must never be contacted'],
  pull: ['Outreach', 'Write a workspace into an outreach folder'],
  plan: ['Outreach', 'Show what applying an outreach folder would do'],
  apply: ['Outreach', 'Bring an outreach folder into a workspace'],
  lint: ['Outreach', 'Find everything that is wrong with an outreach folder'],
  test: ['Outreach', 'Run the scenarios of an outreach folder on a service in memory'],
  init: ['Outreach', 'Start an outreach folder'],
  history: ['Data', 'What was changed from this machine: entries, changes, records'],
  undo: ['Data', 'Take back what a command changed'],
  'run-plan': ['Data', 'Do exactly what a saved plan has'],
  auth: ['Setup', 'Log in, check the key, log out'],
  profile: ['Setup', 'Saved profiles: several workspaces, each with its address and key', 'profiles'],
  alias: ['Setup', 'Words of your own for command lines', 'aliases'],
  serve: ['Local service', 'Run the local service on a socket'],
  local: ['Local service', 'Control the local service: clock, faults, keys, snapshots'],
  api: ['Tool', 'Send any request, with the key, pace and retries of the profile'],
  open: ['Tool', 'Open a record in the web app'],
  schema: ['Tool', 'JSON Schema of files, for editors, and of the output of commands'],
  doctor: ['Tool', 'Look for what could be wrong: configuration, key, clock, service'],
  completion: ['Tool', 'Completion for bash, zsh, fish and PowerShell', 'completions'],
  mcp: ['Tool', 'Serve the commands as tools of the Model Context Protocol, on stdio'],
  commands: ['Tool', 'The tree of commands, for machines'],
  samples: ['Tool', 'Copy the sample files of the guides: contacts.csv and others', 'sample'],
  demo: ['Tool', 'A guided tour on the local service, in under a minute'],
};

export const GROUPS: readonly GroupEntry[] = (Object.keys(NAMES) as GroupWord[]).map((name) => {
  const [heading, summary, ...aliases] = NAMES[name];
  return { name, aliases, summary, heading, load: LOADERS[name] };
});

export function findGroup(word: string): GroupEntry | undefined {
  return GROUPS.find(({ name, aliases }) => name === word || aliases.includes(word));
}
