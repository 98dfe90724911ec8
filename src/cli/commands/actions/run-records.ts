// reach action run-records: the records of an enrichment run, one by one.

import { Option } from 'commander';
import { listByCursor } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import { ITEM_STATUSES } from '../../../contract/actions/enums.ts';
import { does, reads } from '../../app/command.ts';
import { openWord } from '../../app/open-words.ts';
import { actionRecordView } from '../../output/views/actions.ts';
import { reasonText } from '../../shared/actions/status-view.ts';
import { byFields, filtered } from '../../shared/limit/filtered.ts';
import { limitOf, withLimit } from '../../shared/limit/limit.ts';
import { mapped } from '../../shared/limit/mapped.ts';
import { anyId } from '../../shared/lookup/ids.ts';
import { printRunRecords } from '../../shared/run-records/run-records.ts';

const declare = () =>
  withLimit(
    reads('run-records', {
      summary: 'Records of an enrichment run: what came of each action, and why it failed or was skipped',
      description:
        'The API does not show how a run is read: from another service than the local one only if it offers this.',
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

export const runRecordsCommand = does(declare, async (session, text, { status, ...limits }) => {
  const actionsId = anyId(session, text, 'run');
  const query = status === undefined ? {} : { status: openWord(session, '--status', status, ITEM_STATUSES) };
  const { api, call } = await session.client({ sustained: limitOf(limits) === null });
  await printRunRecords(
    session,
    actionRecordView,
    limits,
    (most) =>
      mapped(
        filtered(
          (all) => listByCursor(call, 'actions', 'records', { params: { actionsId }, query }, all),
          byFields(query),
          most,
        ),
        (record) => ({ ...record, why: record.reason == null ? null : reasonText(record.reason) }),
      ),
    {
      read: () => api.actions.status({ params: { actionsId } }),
      hint: `reach action status ${actionsId} shows how many failed, and why`,
    },
  );
});
