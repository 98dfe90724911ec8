// reach local fault: mistakes that the local service makes.

import { Option } from 'commander';
import { given } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { collect, type Deps, does, group, reads, writes } from '../../session/command.ts';
import { rowsOf } from '../../shared/records/entity.ts';
import { faultView } from '../../shared/views/local.ts';
import { writeRecord } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { durationMs, wholeNumber } from '../../terminal/settings.ts';

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

const listCommand = does(
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
    listCommand(deps),
    clearCommand(deps),
  ]);
