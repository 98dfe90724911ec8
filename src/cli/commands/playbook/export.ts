// reach playbook export.

import { dirname, join, resolve } from 'node:path';
import { routes } from '../../../client/routes/routes.ts';
import { contentOf } from '../../../rules/playbook/content.ts';
import { type Deps, does, writesFile } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { playbookView } from '../../output/views/playbook.ts';
import { PLAYBOOK_SCHEMA_FILE, playbookSchemaText } from '../../shared/schemas/playbook.ts';
import { livePlaybook } from './send-changes.ts';

interface Options {
  readonly file?: string | undefined;
  readonly schema: boolean;
}

async function exportPlaybook(session: Session, { file, schema }: Options): Promise<void> {
  const { io, print, settings } = session;
  const content = contentOf(await livePlaybook(await session.api()));
  const name = file === '-' ? undefined : file;
  if (name === undefined && (settings.output === 'json' || settings.output === 'ndjson')) {
    return await print.record(playbookView, content);
  }
  const whole = `${schema ? modeline(PLAYBOOK_SCHEMA_FILE) : ''}${await yamlText(content)}`;
  if (name === undefined) return await print.foreign(whole);
  await writeWhole(resolve(io.cwd, name), whole, name);
  if (schema) {
    const schemaFile = join(dirname(name), PLAYBOOK_SCHEMA_FILE);
    await writeWhole(resolve(io.cwd, schemaFile), await playbookSchemaText(), schemaFile);
  }
  await print.note(`exported the playbook to ${name}`);
}

export const exportCommand = (deps: Deps) =>
  does(
    deps,
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
      completes: { '--file': 'file' },
    })
      .option('--file <file>', 'write to this file, atomically')
      .option('--no-schema', 'leave out the schema and the line that refers to it'),
    exportPlaybook,
  );
