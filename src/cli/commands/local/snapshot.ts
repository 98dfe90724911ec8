// reach local snapshot.

import { routes } from '../../../contract/routes/routes.ts';
import { namedPath } from '../../files/named-path.ts';
import { does, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { snapshotView } from './store-view.ts';

export const snapshotCommand = does(
  () =>
    writes('snapshot', {
      summary: 'Write the whole store to a file',
      uses: [routes.local.snapshot],
      view: snapshotView,
      output: 'the file and its size',
      exits: ['conflict'],
      examples: [
        ['reach local snapshot before-import.db', 'go back to it with restore'],
        ['reach local snapshot "$(date +%F).db"', 'a daily copy'],
      ],
      completes: { file: 'file' },
    }).argument('<file>', 'file to write; it must not exist'),
  async (session, file, { dryRun }) => {
    const request = { body: { path: namedPath(session.io, file) } };
    if (dryRun === true) return await printDryRun(session, planned(routes.local.snapshot, request));
    await session.print.record(snapshotView, await (await session.api()).local.snapshot(request));
  },
);
