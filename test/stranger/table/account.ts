// Keys and profiles.

import { notes, prints } from './proof.ts';
import { type Row, row } from './row.ts';

export const ACCOUNT_ROWS: readonly Row[] = [
  row('auth login', '--profile other --base-url {url} --key-stdin', notes('logged in'), { stdin: '{key}' }),
  row('auth status', '', prints('gsk_')),
  row('auth token', '', prints('gsk_')),
  row('auth logout', '--profile default', notes(''), { as: 'profile' }),
  row('profile list', '', prints('local'), { as: 'profile' }),
  row('profile show', '', prints('127.0.0.1'), { as: 'profile' }),
  row('profile use', 'local', notes(''), { as: 'profile' }),
  row('profile set', 'default --default-output json', notes(''), { as: 'profile' }),
  row('profile sync', '', notes(''), { as: 'profile' }),
  row('profile remove', 'default --yes', notes(''), { as: 'profile' }),
  row('doctor', '', prints('')),
];
