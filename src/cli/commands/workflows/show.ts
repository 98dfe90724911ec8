import { routes } from '../../../contract/routes/routes.ts';
import { workflowGraph } from '../../../presentation/graph/workflow-model.ts';
import { does, reads } from '../../session/command.ts';
import { findWorkflow } from '../../shared/lookup/workflow.ts';
import { workflowView } from '../../shared/views/workflows.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../shared/web/with-web.ts';
import { workflowTree } from '../../terminal/graph/tree.ts';
import { publishedVersion } from './published-version.ts';
import { printWorkflow } from './view.ts';

const declare = () =>
  withWeb(
    reads('show', {
      summary: 'Show one workflow: its draft, and what is published',
      uses: [routes.workflows.get, routes.workflows.list],
      view: workflowView,
      output: 'the workflow; on a terminal with its nodes as a tree; JSON has plan, trigger and runtime input contract',
      exits: ['notFound'],
      completes: { workflow: 'workflows' },
      examples: [
        ['reach workflow show "Verify and enrol"', 'by name'],
        ['reach workflow show 12 --json --fields id,revision,runtimeInputContract', 'by id, for a script'],
        ['reach workflow show 12 --published-version 2', 'as it was published'],
      ],
      optionsNotForAgents: PERSON_ONLY,
    }),
  )
    .argument('<workflow>', 'id or name of the workflow')
    .option('--published-version <n>', 'plan and trigger of this version instead of the draft');

export const showCommand = does(declare, async (session, text, options) => {
  const workflow = await findWorkflow(session, text, publishedVersion(options.publishedVersion));
  if (options.web) return await openInWeb(session, 'workflow', text, workflow);
  await printWorkflow(session, workflow);
  const { output, fields } = session.settings;
  if (output !== 'table' || fields !== null || !session.io.stdout.isTTY) return;
  const tree = await workflowTree(workflowGraph(workflow), session.print.paint.stdout, session.io.stdout.columns);
  await session.print.text(`\n${tree}`);
});
