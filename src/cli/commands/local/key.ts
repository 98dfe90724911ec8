// reach local key: keys with chosen scopes, for rehearsing what a narrow key may do.

import type { CommandUnknownOpts as Command } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { SCOPES, type Scope } from '../../../contract/account/scopes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { createdKeyView, keyView } from '../../output/views/local.ts';
import { idOf, idsOf } from '../../shared/lookup/ids.ts';
import { rowsOf } from '../../shared/records/rows.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';

function scopesOf(text: string): Scope[] {
  return text
    .split(',')
    .map((word) => word.trim().toUpperCase())
    .filter((word) => word !== '')
    .map((word) => {
      const known = SCOPES.find((scope) => scope === word);
      if (known === undefined)
        throw new UsageError(`--scopes: no scope ${word}`, { hint: `known: ${SCOPES.join(', ')}` });
      return known;
    });
}

interface Flags {
  readonly scopes: string;
  readonly name?: string;
  readonly workspace?: string;
  readonly user?: string;
  readonly identities?: string;
  readonly dryRun?: boolean;
}

async function create(session: Session, flags: Flags): Promise<void> {
  const body = {
    scopes: scopesOf(flags.scopes),
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.workspace === undefined ? {} : { workspace: flags.workspace }),
    ...(flags.user === undefined ? {} : { user: flags.user }),
    ...(flags.identities === undefined ? {} : { identityIds: await idsOf(session.io, flags.identities, 'identity') }),
  };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.local.createKey.path, body);
  const told = await (await session.api()).local.createKey({ body });
  await session.print.hide(told.key);
  await session.print.note('the key is shown this once; it works on this local service only');
  await session.print.record(createdKeyView, told);
}

async function revoke(session: Session, text: string, flags: Pick<Flags, 'dryRun'>): Promise<void> {
  const keyId = idOf(text, 'key');
  if (flags.dryRun === true) return await printDryRun(session, 'DELETE', `/_local/keys/${keyId}`, null);
  await session.print.record(
    keyView,
    await (await session.api()).local.revokeKey({ params: { keyId: String(keyId) } }),
  );
}

export function keyGroup(deps: Deps): Command {
  return group('key', ['keys'], 'Keys of the local service', [
    doesUntyped(
      deps,
      leaf('create', {
        summary: 'Create a key with chosen scopes',
        uses: [routes.local.createKey],
        output: 'the key, this once',
        examples: [
          ['reach local key create --scopes CONTACTS_READ', 'may read contacts and nothing else'],
          ['reach local key create --scopes ALL --workspace Other -o id', 'the key alone, for another workspace'],
          [
            'reach local key create --scopes SOCIAL_SELLING_READ --identities 2,3',
            'for a user restricted to two identities',
          ],
        ],
      })
        .option('--scopes <names>', 'separated by commas; empty = denied on every request', 'ALL')
        .option('--name <name>', 'how the log names it')
        .option('--workspace <name>', 'its workspace; created when there is none of this name')
        .option('--user <name>', 'whose key: a member, made where there is none of this name (the admin)')
        .option('--identities <ids>', 'of a user who sees only these identities’ posts, separated by commas')
        .option('--dry-run', 'print what would be sent, send nothing'),
      create,
    ),
    doesUntyped(
      deps,
      leaf('list', {
        summary: 'Keys by name, never their value',
        uses: [routes.local.keys],
        output: 'one row a key',
        examples: [
          ['reach local key list', 'with their scopes'],
          ['reach local key list --json --fields id,name', 'for a script'],
        ],
      }),
      async (session) => void (await session.print.list(keyView, rowsOf(await (await session.api()).local.keys()))),
    ),
    doesUntyped(
      deps,
      leaf('revoke', {
        summary: 'Revoke a key',
        uses: [routes.local.revokeKey],
        output: 'when it was revoked',
        exits: ['notFound'],
        examples: [
          ['reach local key revoke 3', 'its next request is 401'],
          ['reach local key revoke 3 --dry-run', 'what would be sent'],
        ],
      })
        .argument('<id>', 'id of the key')
        .option('--dry-run', 'print what would be sent, send nothing'),
      revoke,
    ),
  ]);
}
