import { routes } from '../../../client/routes/routes.ts';
import { contentOf } from '../../../rules/playbook/content.ts';
import { checkPlaybookFile } from '../../../rules/playbook/file.ts';
import { does, writesFile } from '../../session/command.ts';
import { exportFile, withExportFile } from '../../shared/export-file/export-file.ts';
import { rememberAccepted } from '../../shared/lint/accepted-by-service.ts';
import { PLAYBOOK_SCHEMA_FILE, playbookSchemaText } from '../../shared/schemas/playbook.ts';
import { playbookView } from '../../shared/views/playbook.ts';
import { livePlaybook } from './send-changes.ts';

const declare = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write the playbook as a file',
      description:
        'Leaves out what can only be read (ids, ideal companies, filters). Applied to an empty workspace, the file creates an equal playbook.',
      uses: [routes.playbook.get],
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      replaces: true,
      examples: [
        ['reach playbook export > playbook.yaml', 'to standard output'],
        ['reach playbook export --file playbook.yaml', 'to a file, with the schema for editors beside it'],
      ],
    }),
  );

export const exportCommand = does(declare, async (session, options) => {
  const content = { ...contentOf(await livePlaybook(await session.api())) };
  rememberAccepted(session, content, checkPlaybookFile);
  await exportFile(session, options, {
    content,
    what: 'the playbook',
    view: playbookView,
    schemaFile: PLAYBOOK_SCHEMA_FILE,
    schemaText: playbookSchemaText,
  });
});
