import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { WORKFLOW_STATUSES } from '../../../contract/workflows/enums.ts';
import { does, reads } from '../../session/command.ts';
import { openWords } from '../../session/open-words.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { workflowView } from '../../shared/views/workflows.ts';
import { filled } from '../../terminal/settings.ts';

const declare = () =>
  withLimit(
    reads('list', {
      summary: 'The workflows you can see, oldest first',
      uses: [routes.workflows.list],
      view: workflowView,
      output: 'one row per workflow: id, name, status, published version, trigger',
      examples: [
        ['reach workflow list', 'the first 100'],
        ['reach workflow list --status PUBLISHED -o id', 'the published ones'],
        ['reach workflow list --search enrol', 'part of the name'],
      ],
    })
      .option('--search <text>', 'only with this in their name')
      .addOption(openWords(new Option('--status <status>', 'only with this status').choices(WORKFLOW_STATUSES))),
  );

export const listCommand = does(declare, async (session, options) => {
  const { search, status } = options;
  const { call } = await session.client();
  const query = {
    ...(search !== undefined && { search: filled(search, '--search') }),
    ...(status !== undefined && { status }),
  };
  await printListing(session, workflowView, options, (most) => listPages(call, 'workflows', 'list', { query }, most));
});
