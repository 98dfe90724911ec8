// The masking of this machine: the same person is the same made-up one in every twin that is made here. The secret stays here,
// also where a twin is shared: with it, names could be guessed.

import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { listPages } from '../../../client/answers/pages.ts';
import type { Client } from '../../../client/api.ts';
import { getOwn } from '../../../contract/dictionary.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { Masking } from '../../../rules/masking/values.ts';
import { keptText } from '../../files/bounded-read.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import type { Paths } from '../../session/paths.ts';
import { SourceReader } from './reader.ts';

const SECRET_BYTES = 32;

function secretOf({ data }: Pick<Paths, 'data'>): string {
  const path = join(data, 'masking.key');
  const known = keptText(path)?.trim();
  if (known !== undefined && known !== '') return known;
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  replacePrivateFile(path, `${secret}\n`);
  return secret;
}

/** Without the names of senders, which only texts of the user's own are searched for. */
export function machineMasking(paths: Pick<Paths, 'data'>): Masking {
  const secret = secretOf(paths);
  return new Masking((text) => createHmac('sha512', secret).update(text).digest());
}

/** Senders are read before: their names are replaced in campaigns and prompts as well, and are kept nowhere. */
export async function openMasking(paths: Pick<Paths, 'data'>, { call }: Pick<Client, 'call'>): Promise<Masking> {
  const masking = machineMasking(paths);
  const reader = new SourceReader(call);
  const found = [
    ...(await reader.all('identities', 'identity', listPages(call, 'identities', 'list', {}))),
    ...(await reader.all('task owners', 'owner', reader.within('task owners', routes.tasks.owners, 'owners'))),
  ];
  masking.knowNames(found.map((one) => getOwn(one, 'name')).filter((name) => typeof name === 'string'));
  return masking;
}
