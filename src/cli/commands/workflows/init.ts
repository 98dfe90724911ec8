// reach workflow init: a file to start from, and the schema that an editor checks it with.

import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { type StartFlags, startFile } from '../../shared/init/starter-file.ts';
import { SCHEMA_FILE, workflowSchemaText } from '../../shared/schemas/workflow.ts';

const START = { noun: 'workflow', sample: 'workflow.yaml', schemaFile: SCHEMA_FILE, schemaText: workflowSchemaText };

export function initCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('init', {
      summary: 'Write a commented workflow file to start from',
      description: `Beside it goes ${SCHEMA_FILE}, which the first line of the file names: editors with a YAML server check and complete by it.`,
      output: 'the files that were written; with - the workflow file itself',
      examples: [
        ['reach workflow init', 'workflow.yaml and its schema, here'],
        ['reach workflow init workflows/enrol.yaml', 'another name'],
        ['reach workflow init - --no-schema', 'only to look at'],
      ],
    })
      .argument('[file]', 'the file to write (- = standard output)', 'workflow.yaml')
      .option('--no-schema', 'without the schema and the line that names it')
      .option('--force', 'replace a file that is there'),
    (session: Session, name: string, flags: StartFlags) => startFile(session, name, flags, START),
  );
}
