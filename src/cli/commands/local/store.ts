// reach local seed, snapshot, restore, reset: the store as a whole.

import { resolve } from 'node:path';
import type { CommandUnknownOpts as Command } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import type { View } from '../../output/formats/cells.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';

const fileView: View = {
  noun: 'snapshot',
  plural: 'snapshots',
  id: 'path',
  columns: [
    { key: 'path', title: 'file' },
    { key: 'bytes', title: 'bytes', kind: 'number' },
  ],
};

const countsView: View = {
  noun: 'store',
  plural: 'stores',
  id: 'contacts',
  columns: [
    { key: 'contacts', title: 'contacts', kind: 'number' },
    { key: 'companies', title: 'companies', kind: 'number' },
    { key: 'lists', title: 'lists', kind: 'number' },
    { key: 'campaigns', title: 'campaigns', kind: 'number' },
  ],
};

interface Dry {
  readonly dryRun?: boolean;
}

interface Sure extends Dry {
  readonly yes?: boolean;
}

async function sure(session: Session, question: string, flags: Sure): Promise<boolean> {
  if (flags.yes === true || (await session.prompt.confirm(question, '--yes'))) return true;
  await session.print.note('nothing changed');
  return false;
}

export function storeCommands(deps: Deps): Command[] {
  return [
    doesUntyped(
      deps,
      leaf('seed', {
        summary: 'Load the sample workspace; what is there already stays',
        uses: [routes.local.seed],
        output: 'what the store holds after it',
        examples: [
          ['reach local seed', 'sample contacts, companies, lists and campaigns'],
          ['reach local seed --json', 'how many of each there are then, for a script'],
        ],
      }).option('--dry-run', 'print what would be sent, send nothing'),
      async (session, flags: Dry) => {
        if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.local.seed.path, null);
        await session.print.record(countsView, await (await session.api()).local.seed());
      },
    ),
    doesUntyped(
      deps,
      leaf('snapshot', {
        summary: 'Write the whole store to a file',
        uses: [routes.local.snapshot],
        output: 'the file and its size',
        exits: ['conflict'],
        examples: [
          ['reach local snapshot before-import.db', 'to come back to with restore'],
          ['reach local snapshot "$(date +%F).db"', 'a copy a day'],
        ],
      })
        .argument('<file>', 'file to write; it must not exist')
        .option('--dry-run', 'print what would be sent, send nothing'),
      async (session, file: string, flags: Dry) => {
        const path = resolve(session.io.cwd, file);
        if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.local.snapshot.path, { path });
        await session.print.record(fileView, await (await session.api()).local.snapshot({ body: { path } }));
      },
    ),
    doesUntyped(
      deps,
      leaf('restore', {
        summary: 'Replace the whole store by a snapshot',
        uses: [routes.local.restore],
        output: 'the file',
        exits: ['notFound'],
        examples: [
          ['reach local restore before-import.db', 'asks first'],
          ['reach local restore before-import.db --yes', 'all at once, or not at all'],
        ],
      })
        .argument('<file>', 'a file written by snapshot')
        .option('-y, --yes', 'do not ask')
        .option('--dry-run', 'print what would be sent, send nothing'),
      async (session, file: string, flags: Sure) => {
        const path = resolve(session.io.cwd, file);
        if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.local.restore.path, { path });
        if (!(await sure(session, 'Replace everything in the local service?', flags))) return;
        await session.print.record(fileView, await (await session.api()).local.restore({ body: { path } }));
      },
    ),
    doesUntyped(
      deps,
      leaf('reset', {
        summary: 'Start over, with the sample workspace or empty',
        uses: [routes.local.reset],
        output: 'what the store holds after it',
        examples: [
          ['reach local reset --yes', 'back to the sample workspace'],
          ['reach local reset --empty --yes', 'nothing but what the service itself brings'],
        ],
      })
        .option('--empty', 'without the sample workspace')
        .option('-y, --yes', 'do not ask')
        .option('--dry-run', 'print what would be sent, send nothing'),
      async (session, flags: Sure & { readonly empty?: boolean }) => {
        const body = { empty: flags.empty === true };
        if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.local.reset.path, body);
        if (!(await sure(session, 'Delete everything in the local service?', flags))) return;
        await session.print.record(countsView, await (await session.api()).local.reset({ body }));
      },
    ),
  ];
}
