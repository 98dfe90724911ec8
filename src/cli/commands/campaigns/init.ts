// reach campaign init: a file to start from, and the schema that an editor checks it with.

import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { type StartFlags, startFile } from '../../shared/init/starter-file.ts';
import { campaignSchemaText } from '../../shared/schemas/campaign.ts';

export const SCHEMA_FILE = 'campaign.schema.json';

const START = { noun: 'campaign', sample: 'campaign.yaml', schemaFile: SCHEMA_FILE, schemaText: campaignSchemaText };

export function initCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('init', {
      summary: 'Write a commented campaign file to start from',
      description: `Beside it goes ${SCHEMA_FILE}, which the first line of the file names: editors with a YAML server check and complete by it.`,
      output: 'the files that were written; with - the campaign file itself',
      examples: [
        ['reach campaign init', 'campaign.yaml and its schema, here'],
        ['reach campaign init campaigns/q3.yaml', 'another name'],
        ['reach campaign init - --no-schema', 'only to look at'],
      ],
    })
      .argument('[file]', 'the file to write (- = standard output)', 'campaign.yaml')
      .option('--no-schema', 'without the schema and the line that names it')
      .option('--force', 'replace a file that is there'),
    (session: Session, name: string, flags: StartFlags) => startFile(session, name, flags, START),
  );
}
