// What concerns this machine, the service on it, or any service.

import { notes, prints, sends, stores } from './proof.ts';
import { notPossible, type Row } from './row.ts';

const NOT_OURS = notPossible(2, 'is a remote service');
const NO_ALIAS = notPossible(5, 'no alias "none"');
const NO_ENTRY = notPossible(5, 'has no entry none');
const REMEMBERED = { before: ['ai variable update {variable} -f prompt=New'], env: { REACH_NO_HISTORY: '' } };
const ONLY_LOCAL: NonNullable<Row['modes']> = { strict: NOT_OURS, renamed: NOT_OURS };
const local = (command: string, argv = ''): Row => ({
  command: `local ${command}`,
  argv,
  proof: notes(''),
  modes: ONLY_LOCAL,
  local: true,
});
const shell = (name: string): Row => ({ command: `completion ${name}`, argv: '', proof: prints('reach'), local: true });

export const TOOL_ROWS: readonly Row[] = [
  local('status'),
  local('clock'),
  local('fault add', 'contacts.bulkCreate --status 429'),
  local('fault list'),
  local('fault clear'),
  local('key create', '--scopes ALL'),
  local('key list'),
  local('key revoke', '3'),
  local('emit', 'reply {ada} --text Hello'),
  local('grant', '{workflow} Ada'),
  local('feature'),
  local('campaign', '{campaign}'),
  local('log'),
  local('seed'),
  local('snapshot', 'saved.db'),
  local('backup'),
  local('check'),
  local('restore', 'saved.db --yes'),
  local('reset', '--yes'),
  { command: 'serve', argv: '--ephemeral', proof: notes('127.0.0.1'), local: true },
  { command: 'api', argv: 'v1/identities', proof: prints('robin@stranger.example') },
  { command: 'api', argv: 'v1/contacts --paginate -o ndjson', proof: prints('Byron', 'Stone') },
  { command: 'api', argv: 'PATCH v1/identities/{identity} -f jobTitle=Head', proof: sends('PATCH', /identities/) },
  { command: 'open', argv: 'contact {ada} --print', proof: prints('http') },
  { command: 'open', argv: 'thread {ada} --print', proof: prints('http') },
  { command: 'contacts show', argv: '{ada} --web', proof: prints('http') },
  { command: 'schema', argv: 'campaign', proof: prints('$schema'), local: true },
  shell('bash'),
  shell('zsh'),
  shell('fish'),
  shell('powershell'),
  { command: 'completion install', argv: 'bash --yes', proof: notes(''), local: true },
  { command: 'history', argv: '', ...REMEMBERED, proof: prints('ai variable update') },
  {
    command: 'history show',
    argv: 'none',
    proof: () => {},
    modes: { strict: NO_ENTRY, renamed: NO_ENTRY },
    local: true,
  },
  { command: 'history of', argv: 'contacts {ada}', proof: notes(''), local: true },
  { command: 'history prune', argv: '', proof: prints('0'), local: true },
  {
    command: 'undo',
    argv: '--yes',
    ...REMEMBERED,
    proof: stores('the prompt as it was', ({ variables }) =>
      JSON.stringify([...variables]).includes('Sum up {jobTitle}.'),
    ),
  },
  { command: 'mcp', argv: '', proof: () => {}, local: true },
  { command: 'commands', argv: '', proof: prints('contacts import'), local: true },
  { command: 'alias set', argv: 'hot contacts', proof: notes('reach hot is now'), local: true },
  { command: 'alias list', argv: '', proof: notes(''), local: true },
  {
    command: 'alias remove',
    argv: 'none',
    proof: () => {},
    modes: { strict: NO_ALIAS, renamed: NO_ALIAS },
    local: true,
  },
  // What it does on the service of this machine, test/e2e/setup.test.ts runs.
  { command: 'demo', argv: '--help', proof: prints('reach demo'), local: true },
];
