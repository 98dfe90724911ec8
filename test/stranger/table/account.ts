// Keys and profiles.

import { notes, prints } from './proof.ts';
import type { Row } from './row.ts';

export const ACCOUNT_ROWS: readonly Row[] = [
  {
    command: 'auth login',
    argv: '--profile other --base-url {url} --key-stdin',
    stdin: '{key}',
    proof: notes('logged in'),
  },
  { command: 'auth status', argv: '', proof: prints('gsk_') },
  { command: 'auth token', argv: '', proof: prints('gsk_') },
  { command: 'auth logout', as: 'profile', argv: '--profile default', proof: notes('') },
  { command: 'profile list', as: 'profile', argv: '', proof: prints('local') },
  { command: 'profile show', as: 'profile', argv: '', proof: prints('127.0.0.1') },
  { command: 'profile use', as: 'profile', argv: 'local', proof: notes('') },
  { command: 'profile set', as: 'profile', argv: 'default --default-output json', proof: notes('') },
  { command: 'profile sync', as: 'profile', argv: '', proof: notes('') },
  { command: 'profile remove', as: 'profile', argv: 'default --yes', proof: notes('') },
  { command: 'doctor', argv: '', proof: prints('') },
];
