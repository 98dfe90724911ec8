// reach local key: keys of the local service.

import { SCOPES, type Scope } from '../../../contract/account/scopes.ts';
import { given } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type Deps, does, group, reads, writes } from '../../session/command.ts';
import { planned } from '../../shared/dry-run.ts';
import { idOf, idsOf } from '../../shared/lookup/match.ts';
import { rowsOf } from '../../shared/records/entity.ts';
import { createdKeyView, keyView } from '../../shared/views/local.ts';
import { isApproved, writeRecord } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { commaWords } from '../../terminal/settings.ts';

const scopesOf = (text: string): Scope[] =>
  commaWords(text.toUpperCase()).map((word) => {
    const known = SCOPES.find((scope) => scope === word);
    if (known !== undefined) return known;
    throw new UsageError(`--scopes: ${word} is not a scope`, { hint: `known: ${SCOPES.join(', ')}` });
  });

const createCommand = does(
  () =>
    writes('create', {
      summary: 'Create a key with selected scopes',
      uses: [routes.local.createKey],
      view: createdKeyView,
      output: 'the key; it is shown only once',
      examples: [
        ['reach local key create --scopes CONTACTS_READ', 'can only read contacts'],
        ['reach local key create --scopes ALL --workspace Other -o id', 'only the key, for another workspace'],
        [
          'reach local key create --scopes SOCIAL_SELLING_READ --identities 2,3',
          'for a user restricted to two identities',
        ],
      ],
    })
      .option('--scopes <names>', 'separated by commas; empty = every request is denied', 'ALL')
      .option('--name <name>', 'its name in the log')
      .option('--workspace <name>', 'its workspace; created if it does not exist')
      .option('--user <name>', 'its user, a member; created if it does not exist (the admin)')
      .option('--identities <ids>', 'the user sees only posts of these identities; separated by commas'),
  async (session, { scopes, name, workspace, user, identities, dryRun }) => {
    const body = {
      scopes: scopesOf(scopes),
      ...given({ name, workspace, user }),
      ...(identities === undefined ? {} : { identityIds: await idsOf(session.io, identities, 'identity') }),
    };
    if (!(await isApproved(session, planned(routes.local.createKey, { body }), { dryRun }))) return;
    const created = await (await session.api()).local.createKey({ body });
    await session.print.hide(created.key);
    await session.print.note('the key is shown only once; it works only on this local service');
    await session.print.record(createdKeyView, created);
  },
);

const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the keys, without their values',
      uses: [routes.local.keys],
      view: keyView,
      output: 'one row per key',
      examples: [
        ['reach local key list', 'with their scopes'],
        ['reach local key list --json --fields id,name', 'for a script'],
      ],
    }),
  async (session) => {
    await session.print.list(keyView, rowsOf(await (await session.api()).local.keys()));
  },
);

const revokeCommand = does(
  () =>
    writes('revoke', {
      summary: 'Revoke a key',
      uses: [routes.local.revokeKey],
      view: keyView,
      output: 'when it was revoked',
      exits: ['notFound'],
      irreversible: true,
      examples: [
        ['reach local key revoke 3', 'its next request fails with 401'],
        ['reach local key revoke 3 --dry-run', 'what would change; nothing is sent'],
      ],
    }).argument('<id>', 'id of the key'),
  async (session, id, options) => {
    await writeRecord(
      session,
      keyView,
      ['local', 'revokeKey'],
      { params: { keyId: String(idOf(id, 'key')) } },
      options,
    );
  },
);

export const keyGroup = (deps: Deps) =>
  group('key', ['keys'], 'Keys of the local service', [createCommand(deps), listCommand(deps), revokeCommand(deps)]);
