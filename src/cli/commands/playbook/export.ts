// reach playbook export: the playbook as the file that would make an equal one.

import { dirname, join, resolve } from 'node:path';
import { routes } from '../../../client/routes/routes.ts';
import { contentOf } from '../../../rules/playbook/content.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { playbookView } from '../../output/views/playbook.ts';
import { PLAYBOOK_SCHEMA_FILE, playbookSchemaText } from '../../shared/schemas/playbook.ts';
import { livePlaybook } from './send-changes.ts';

interface ExportFlags {
  readonly file?: string;
  readonly schema?: boolean;
}

async function exportPlaybook(session: Session, flags: ExportFlags): Promise<void> {
  const { io, print, settings } = session;
  const content = contentOf(await livePlaybook(await session.api()));
  const name = flags.file === '-' ? undefined : flags.file;
  if (name === undefined && (settings.output === 'json' || settings.output === 'ndjson')) {
    return await print.record(playbookView, content);
  }
  const whole = `${flags.schema === false ? '' : modeline(PLAYBOOK_SCHEMA_FILE)}${await yamlText(content)}`;
  if (name === undefined) return await print.foreign(whole);
  await writeWhole(resolve(io.cwd, name), whole, name);
  if (flags.schema !== false) {
    const schema = join(dirname(name), PLAYBOOK_SCHEMA_FILE);
    await writeWhole(resolve(io.cwd, schema), playbookSchemaText(), schema);
  }
  await print.note(`the playbook is exported to ${name}`);
}

export function exportCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('export', {
      summary: 'Write the playbook as a file',
      description:
        'What only reading shows (ids, ideal companies, filters) is left out; applied to an empty workspace, the file makes an equal playbook.',
      uses: [routes.playbook.get],
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      examples: [
        ['reach playbook export > playbook.yaml', 'to standard output'],
        ['reach playbook export --file playbook.yaml', 'to a file; the schema for editors goes beside it'],
      ],
    })
      .option('--file <file>', 'write to this file; it appears when it is whole')
      .option('--no-schema', 'without the schema and the line that names it'),
    exportPlaybook,
  );
}
