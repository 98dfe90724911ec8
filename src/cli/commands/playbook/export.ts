import { routes } from '../../../contract/routes/routes.ts';
import { does, writesFile } from '../../session/command.ts';
import { exportFile, withExportFile } from '../../shared/file-kind/file-kind.ts';
import { playbookFiles } from '../../shared/file-kind/playbook.ts';
import { livePlaybook, playbookView } from './send-changes.ts';

const declare = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write the playbook as a file',
      description:
        'Leaves out what can only be read (ids, ideal companies, filters). Applied to an empty workspace, the file creates an equal playbook.',
      uses: [routes.playbook.get],
      json: 'record',
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
  const live = await livePlaybook(await session.api());
  await exportFile(session, playbookFiles, { live, what: 'the playbook', view: playbookView }, options);
});
