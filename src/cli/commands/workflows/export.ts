// reach workflow export: a workflow as the file that would create it.

import { dirname, join, resolve } from 'node:path';
import { routes } from '../../../client/routes/routes.ts';
import { fileOfWorkflow } from '../../../rules/workflows/file.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { wholeNumber } from '../../app/settings.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { workflowView } from '../../output/views/workflows.ts';
import { findWorkflow } from '../../shared/lookup/workflow.ts';
import { SCHEMA_FILE, workflowSchemaText } from '../../shared/schemas/workflow.ts';

interface ExportFlags {
  readonly file?: string;
  readonly schema?: boolean;
  readonly publishedVersion?: string;
}

async function exportWorkflow(session: Session, text: string, flags: ExportFlags): Promise<void> {
  const { io, print, settings } = session;
  const { publishedVersion: asked } = flags;
  const version = asked === undefined ? undefined : wholeNumber(asked, '--published-version', 1, 1_000_000_000);
  const workflow = await findWorkflow(session, text, version);
  const file = fileOfWorkflow(workflow);
  const name = flags.file === '-' ? undefined : flags.file;
  if (name === undefined && (settings.output === 'json' || settings.output === 'ndjson')) {
    return await print.record(workflowView, file);
  }
  const whole = `${flags.schema === false ? '' : modeline(SCHEMA_FILE)}${await yamlText(file)}`;
  if (name === undefined) return await print.foreign(whole);
  await writeWhole(resolve(io.cwd, name), whole, name);
  if (flags.schema !== false) {
    const schema = join(dirname(name), SCHEMA_FILE);
    await writeWhole(resolve(io.cwd, schema), await workflowSchemaText(), schema);
  }
  await print.note(`workflow ${workflow.id} exported to ${name}`);
}

export function exportCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('export', {
      summary: 'Write a workflow as the file that would create it',
      description: 'What only reading shows (ids, revision, the address of a webhook) is left out.',
      uses: [routes.workflows.get, routes.workflows.list],
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      examples: [
        ['reach workflow export 12 > enrol.yaml', 'the draft'],
        [
          'reach workflow export "Verify and enrol" --file workflows/enrol.yaml',
          'with the schema for editors beside it',
        ],
        ['reach workflow export 12 --published-version 2', 'as it was published'],
      ],
    })
      .argument('<workflow>', 'id or name of the workflow')
      .option('--file <file>', 'write to this file; it appears when it is whole')
      .option('--published-version <n>', 'this version in place of the draft')
      .option('--no-schema', 'without the schema and the line that names it'),
    exportWorkflow,
  );
}
