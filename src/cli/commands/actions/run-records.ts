// reach action run-records: the records of an enrichment run, one by one.

import { Option } from 'commander';
import { listByCursor } from '../../../client/answers/pages.ts';
import { ITEM_STATUSES, type ItemStatus } from '../../../contract/actions/enums.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { openWord } from '../../session/open-words.ts';
import type { Session } from '../../session/session.ts';
import { notePurged } from '../../shared/actions/purged.ts';
import { reasonText } from '../../shared/actions/status-view.ts';
import { type LimitOptions, printListing, withLimit } from '../../shared/limit/limit.ts';
import { mapped } from '../../shared/limit/mapped.ts';
import { anyId } from '../../shared/lookup/ids.ts';
import { actionRecordView } from '../../shared/views/actions.ts';

const declare = () =>
  withLimit(
    reads('run-records', {
      summary: 'Records of an enrichment run: what came of each action, and why it failed or was skipped',
      description:
        'The API does not show how a run is read: of a service that does not offer this, action status has the counts.',
      uses: [routes.actions.records, routes.actions.status],
      view: actionRecordView,
      output: 'one row per record and action; JSON has the reason as a word, too',
      exits: ['notFound'],
      completes: { '--status': ITEM_STATUSES.map((word) => word.toLowerCase()) },
      examples: [
        ['reach action run-records 7', 'the first 100'],
        ['reach action run-records 7 --status failed --all -o csv', 'what failed, with the reason'],
      ],
    })
      .argument('<id>', 'id of the run')
      .addOption(new Option('--status <status>', `only with this status: ${ITEM_STATUSES.join(', ').toLowerCase()}`)),
  );

async function printRecords(
  session: Session,
  actionsId: AnyId,
  query: { readonly status?: ItemStatus },
  limits: LimitOptions,
) {
  const { call } = await session.client();
  const count = await printListing(session, actionRecordView, limits, (most) =>
    mapped(listByCursor(call, 'actions', 'records', { params: { actionsId }, query }, most), (record) => ({
      ...record,
      why: record.reason == null ? null : reasonText(record.reason),
    })),
  );
  if (count === 0) await notePurged(session, actionsId);
}

export const runRecordsCommand = does(declare, async (session, text, { status, ...limits }) => {
  const actionsId = anyId(session, text, 'run');
  const query = status === undefined ? {} : { status: openWord(session, '--status', status, ITEM_STATUSES) };
  await printRecords(session, actionsId, query, limits);
});
