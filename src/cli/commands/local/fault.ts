// reach local fault: what goes wrong on purpose.

import type { CommandUnknownOpts as Command } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, group, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { durationMs, wholeNumber } from '../../app/settings.ts';
import { faultView } from '../../output/views/local.ts';
import { rowsOf } from '../../shared/records/rows.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';

interface Flags {
  readonly times?: string;
  readonly probability?: string;
  readonly seed?: string;
  readonly status?: string;
  readonly header?: readonly string[];
  readonly body?: string;
  readonly truncate?: boolean;
  readonly latency?: string;
  readonly drop?: string;
  readonly dryRun?: boolean;
}

function headersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const match = /^([^:=]+)[:=]\s*(.*)$/.exec(text);
      if (match?.[1] === undefined) throw new UsageError(`--header ${text}: must be name: value`);
      return [match[1].trim().toLowerCase(), match[2] ?? ''];
    }),
  );
}

function dropOf(text: string): 'before' | 'after' {
  if (text !== 'before' && text !== 'after') throw new UsageError(`--drop ${text}: before or after`);
  return text;
}

async function add(session: Session, endpoint: string, flags: Flags): Promise<void> {
  const probability = flags.probability === undefined ? undefined : Number(flags.probability);
  if (probability !== undefined && !(probability >= 0 && probability <= 1)) {
    throw new UsageError(`--probability ${flags.probability}: must be from 0 to 1`);
  }
  if ([flags.status, flags.body, flags.truncate, flags.latency, flags.drop].every((given) => given === undefined)) {
    throw new UsageError('say what goes wrong', {
      hint: '--status 429, --drop after, --latency 2s, --truncate or --body TEXT',
    });
  }
  const body = {
    endpoint,
    ...(flags.times === undefined ? {} : { times: wholeNumber(flags.times, '--times', 1, 1_000_000_000) }),
    ...(probability === undefined ? {} : { probability }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.status === undefined ? {} : { status: wholeNumber(flags.status, '--status', 400, 599) }),
    ...(flags.header === undefined ? {} : { headers: headersOf(flags.header) }),
    ...(flags.body === undefined ? {} : { body: flags.body }),
    ...(flags.truncate === true ? { truncate: true } : {}),
    ...(flags.latency === undefined ? {} : { latencyMs: durationMs(flags.latency, '--latency') }),
    ...(flags.drop === undefined ? {} : { drop: dropOf(flags.drop) }),
  };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.local.addFault.path, body);
  await session.print.record(faultView, await (await session.api()).local.addFault({ body }));
}

export function faultGroup(deps: Deps): Command {
  return group('fault', ['faults'], 'Answers that go wrong on purpose', [
    doesUntyped(
      deps,
      leaf('add', {
        summary: 'Let an endpoint fail',
        uses: [routes.local.addFault],
        output: 'the fault',
        examples: [
          [
            'reach local fault add contacts.bulkCreate --status 429 --times 2 --header "retry-after: 1"',
            'the next two bulks',
          ],
          ['reach local fault add contacts.bulkCreate --drop after --times 1', 'applied, then the connection dies'],
          [
            'reach local fault add "*" --probability 0.1 --seed 7 --status 502',
            'one answer in ten, always the same ones',
          ],
        ],
      })
        .argument('<endpoint>', 'a row as contacts.bulkCreate, or * for all')
        .option('--times <n>', 'how many answers it spoils; all, without it')
        .option('--probability <p>', 'how likely, from 0 to 1')
        .option('--seed <text>', 'the same seed fails the same requests')
        .option('--status <code>', 'answer with this status')
        .option('--header <name: value>', 'and this header; repeat it', collect)
        .option('--body <text>', 'and this body, as it is')
        .option('--truncate', 'cut the body in half')
        .option('--latency <duration>', 'wait before the answer')
        .option('--drop <when>', 'cut the connection before or after the request was applied')
        .option('--dry-run', 'print what would be sent, send nothing'),
      add,
    ),
    doesUntyped(
      deps,
      leaf('list', {
        summary: 'Faults in force',
        uses: [routes.local.faults],
        output: 'one row a fault',
        examples: [
          ['reach local fault list', 'and how often each was used'],
          ['reach local fault list --json', 'for a script'],
        ],
      }),
      async (session) => void (await session.print.list(faultView, rowsOf(await (await session.api()).local.faults()))),
    ),
    doesUntyped(
      deps,
      leaf('clear', {
        summary: 'Remove all faults',
        uses: [routes.local.clearFaults],
        output: 'how many were removed',
        examples: [
          ['reach local fault clear', 'everything answers again'],
          ['reach local fault clear --dry-run', 'what would be sent'],
        ],
      }).option('--dry-run', 'print what would be sent, send nothing'),
      async (session, flags: Pick<Flags, 'dryRun'>) => {
        if (flags.dryRun === true) return await printDryRun(session, 'DELETE', routes.local.clearFaults.path, null);
        await session.print.record(
          { noun: 'result', plural: 'results', id: 'removed', columns: [{ key: 'removed', title: 'removed' }] },
          await (await session.api()).local.clearFaults(),
        );
      },
    ),
  ]);
}
