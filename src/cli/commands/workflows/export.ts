import { routes } from '../../../contract/routes/routes.ts';
import { does, writesFile } from '../../session/command.ts';
import { exportFile, withExportFile } from '../../shared/file-kind/file-kind.ts';
import { workflowFiles } from '../../shared/file-kind/workflow.ts';
import { findWorkflow } from '../../shared/lookup/workflow.ts';
import { workflowView } from '../../shared/views/workflows.ts';
import { publishedVersion } from './published-version.ts';

const declare = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write a workflow as the file that would create it',
      description: 'Leaves out what can only be read (ids, revision, the address of a webhook).',
      uses: [routes.workflows.get, routes.workflows.list],
      json: 'record',
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      completes: { workflow: 'workflows' },
      replaces: true,
      examples: [
        ['reach workflow export 12 > enrol.yaml', 'the draft'],
        [
          'reach workflow export "Verify and enrol" --file workflows/enrol.yaml',
          'with the schema for editors beside it',
        ],
        ['reach workflow export 12 --published-version 2', 'as it was published'],
      ],
    }).argument('<workflow>', 'id or name of the workflow'),
  ).option('--published-version <n>', 'this version instead of the draft');

export const exportCommand = does(declare, async (session, text, options) => {
  const live = await findWorkflow(session, text, publishedVersion(options.publishedVersion));
  await exportFile(session, workflowFiles, { live, what: `workflow ${live.id}`, view: workflowView }, options);
});
