import { routes } from '../../../client/routes/routes.ts';
import { checkWorkflow } from '../../../rules/workflows/check.ts';
import { bodyOfFile, fileOfWorkflow } from '../../../rules/workflows/file.ts';
import { does, writesFile } from '../../session/command.ts';
import { exportFile, withExportFile } from '../../shared/export-file/export-file.ts';
import { rememberAccepted } from '../../shared/lint/accepted-by-service.ts';
import { findWorkflow } from '../../shared/lookup/workflow.ts';
import { WORKFLOW_SCHEMA_FILE, workflowSchemaText } from '../../shared/schemas/workflow.ts';
import { workflowView } from '../../shared/views/workflows.ts';
import { publishedVersion } from './published-version.ts';

const declare = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write a workflow as the file that would create it',
      description: 'Leaves out what can only be read (ids, revision, the address of a webhook).',
      uses: [routes.workflows.get, routes.workflows.list],
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
  const workflow = await findWorkflow(session, text, publishedVersion(options.publishedVersion));
  const content = fileOfWorkflow(workflow);
  rememberAccepted(session, bodyOfFile(content), checkWorkflow);
  await exportFile(session, options, {
    content,
    what: `workflow ${workflow.id}`,
    view: workflowView,
    schemaFile: WORKFLOW_SCHEMA_FILE,
    schemaText: workflowSchemaText,
  });
});
