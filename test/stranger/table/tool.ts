// What concerns this machine, the service on it, or any service.

import { notes, prints, sends, stores, writes } from './proof.ts';
import { degraded, notPossible, type Row, row } from './row.ts';

const NOT_OURS = notPossible(2, 'is a remote service');
const NO_ALIAS = notPossible(5, 'no alias "none"');
const NO_ENTRY = notPossible(5, 'has no entry none');
const REMEMBERED = { before: ['ai variable update {variable} -f prompt=New'], env: { REACH_NO_HISTORY: '' } };
const ONLY_LOCAL: NonNullable<Row['modes']> = { strict: NOT_OURS, renamed: NOT_OURS };
const local = (command: string, argv = ''): Row =>
  row(`local ${command}`, argv, notes(''), { modes: ONLY_LOCAL, local: true });
const shell = (name: string): Row => row(`completion ${name}`, '', prints('reach'), { local: true });

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
  local('restore', 'saved.db --yes'),
  local('reset', '--yes'),
  row(
    'local clone',
    '--as copy --yes',
    notes('unknown, as the interface does not show it', 'not copied: conversations'),
    {
      code: 1,
      modes: { strict: degraded('not copied: conversations', 1) },
    },
  ),
  row('local compare', '', prints('x-ratelimit-limit'), { code: 1 }),
  row('serve', '--ephemeral', notes('127.0.0.1'), { local: true }),
  row('api', 'v1/identities', prints('robin@stranger.example')),
  row('api', 'v1/contacts --paginate -o ndjson', prints('Byron', 'Stone')),
  row('api', 'PATCH v1/identities/{identity} -f jobTitle=Head', sends('PATCH', /identities/)),
  row('open', 'contact {ada} --print', prints('http')),
  row('open', 'thread {ada} --print', prints('http')),
  row('contacts show', '{ada} --web', prints('http')),
  row('schema', 'campaign', prints('$schema'), { local: true }),
  shell('bash'),
  shell('zsh'),
  shell('fish'),
  shell('powershell'),
  row('completion install', 'bash --yes', notes(''), { local: true }),
  row('history', '', prints('ai variable update'), { ...REMEMBERED }),
  row('history show', 'none', () => {}, { modes: { strict: NO_ENTRY, renamed: NO_ENTRY }, local: true }),
  row('history of', 'contacts {ada}', notes(''), { local: true }),
  row('history prune', '', prints('0'), { local: true }),
  row(
    'undo',
    '--yes',
    stores('the prompt as it was', ({ variables }) => JSON.stringify([...variables]).includes('Sum up {jobTitle}.')),
    { ...REMEMBERED },
  ),
  row('mcp', '', () => {}, { local: true }),
  row('commands', '', prints('contacts import'), { local: true }),
  row('alias set', 'hot contacts', notes('reach hot is now'), { local: true }),
  row('alias list', '', notes(''), { local: true }),
  row('alias remove', 'none', () => {}, { modes: { strict: NO_ALIAS, renamed: NO_ALIAS }, local: true }),
  row('samples', 'try', writes('try/contacts.csv', 'First Name'), { local: true }),
  // What it does on the service of this machine, test/e2e/setup.test.ts runs.
  row('demo', '--help', prints('reach demo'), { local: true }),
];
