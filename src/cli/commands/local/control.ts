// reach local fault: mistakes that the local service makes; and reach local key: its keys.

import { Option } from 'commander';
import { SCOPES, type Scope } from '../../../contract/account/scopes.ts';
import { given } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { collect, type Deps, does, group, reads, writes } from '../../session/command.ts';
import { idOf, idsOf } from '../../shared/lookup/match.ts';
import { rowsOf } from '../../shared/records/entity.ts';
import { createdKeyView, faultView, keyView } from '../../shared/views/local.ts';
import { isApproved, planned, writeRecord } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { commaWords, durationMs, wholeNumber } from '../../terminal/settings.ts';

const declare = () =>
  writes('add', {
    summary: 'Make an endpoint fail',
    uses: [routes.local.addFault],
    view: faultView,
    output: 'the fault',
    examples: [
      [
        'reach local fault add contacts.bulkCreate --status 429 --times 2 --header "retry-after: 1"',
        'the next two bulk requests',
      ],
      ['reach local fault add contacts.bulkCreate --drop after --times 1', 'applied, then the connection is cut'],
      ['reach local fault add "*" --probability 0.1 --seed 7 --status 502', 'one request in ten, reproducibly'],
    ],
  })
    .argument('<endpoint>', 'such as contacts.bulkCreate, or * for all')
    .option('--times <n>', 'number of requests that fail (all)')
    .option('--probability <p>', 'probability of a failure, from 0 to 1')
    .option('--seed <text>', 'the same seed fails the same requests')
    .option('--status <code>', 'answer with this status')
    .option('--header <name: value>', 'add this header to the answer; repeatable', collect)
    .option('--body <text>', 'answer with this body')
    .option('--truncate', 'cut the body in half')
    .option('--latency <duration>', 'wait before answering')
    .addOption(
      new Option('--drop <when>', 'cut the connection before or after the request is applied').choices([
        'before',
        'after',
      ] as const),
    );

function headersOf(input: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    input.map((text) => {
      const match = /^([^:=]+)[:=](.*)$/.exec(text);
      if (match?.[1] === undefined) throw new UsageError(`--header ${text}: must be name: value`);
      return [match[1].trim().toLowerCase(), match[2]?.trim() ?? ''];
    }),
  );
}

const addCommand = does(declare, async (session, endpoint, options) => {
  const probability = options.probability === undefined ? undefined : Number(options.probability);
  if (probability !== undefined && !(probability >= 0 && probability <= 1)) {
    throw new UsageError(`--probability ${options.probability}: must be from 0 to 1`);
  }
  const { status, body: text, truncate, latency, drop } = options;
  if ([status, text, truncate, latency, drop].every((input) => input === undefined)) {
    throw new UsageError('give the fault', {
      hint: '--status 429, --drop after, --latency 2s, --truncate or --body TEXT',
    });
  }
  const body = {
    endpoint,
    ...given({
      times: options.times === undefined ? undefined : wholeNumber(options.times, '--times', 1, 1_000_000_000),
      ...{ probability, seed: options.seed },
      status: status === undefined ? undefined : wholeNumber(status, '--status', 400, 599),
      ...{ headers: options.header && headersOf(options.header), body: text, truncate },
      latencyMs: latency === undefined ? undefined : durationMs(latency, '--latency'),
      drop,
    }),
  };
  await writeRecord(session, faultView, ['local', 'addFault'], { body }, options);
});

const listFaultsCommand = does(
  () =>
    reads('list', {
      summary: 'List the faults in force',
      uses: [routes.local.faults],
      view: faultView,
      output: 'one row per fault',
      examples: [
        ['reach local fault list', 'with the number of failed requests'],
        ['reach local fault list --json', 'for a script'],
      ],
    }),
  async (session) => {
    await session.print.list(faultView, rowsOf(await (await session.api()).local.faults()));
  },
);

const clearedView = viewOf('result', 'results', 'removed', { id: 'removed' });

const clearCommand = does(
  () =>
    writes('clear', {
      summary: 'Remove all faults',
      uses: [routes.local.clearFaults],
      view: clearedView,
      output: 'number of removed faults',
      examples: [
        ['reach local fault clear', 'all endpoints work again'],
        ['reach local fault clear --dry-run', 'what would change; nothing is sent'],
      ],
    }),
  async (session, options) => {
    await writeRecord(session, clearedView, ['local', 'clearFaults'], {}, options);
  },
);

export const faultGroup = (deps: Deps) =>
  group('fault', ['faults'], 'Make endpoints fail on purpose', [
    addCommand(deps),
    listFaultsCommand(deps),
    clearCommand(deps),
  ]);

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
