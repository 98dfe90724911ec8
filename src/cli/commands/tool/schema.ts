// reach schema: what files of a kind may hold, for editors.

import { Argument } from 'commander';
import { AI_KINDS } from '../../../contract/ai/enums.ts';
import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { aiSchemaText } from '../../shared/schemas/ai.ts';
import { campaignSchemaText } from '../../shared/schemas/campaign.ts';
import { listSchemaText } from '../../shared/schemas/list.ts';
import { settingsSchemaText } from '../../shared/schemas/outreach-settings.ts';
import { playbookSchemaText } from '../../shared/schemas/playbook.ts';
import { runSchemaText } from '../../shared/schemas/run.ts';
import { workflowSchemaText } from '../../shared/schemas/workflow.ts';

/** Each kind of file with a schema. */
const SCHEMAS: ReadonlyMap<string, () => Promise<string>> = new Map([
  ['campaign', campaignSchemaText],
  ['workflow', workflowSchemaText],
  ['list', async () => listSchemaText()],
  ['outreach', async () => settingsSchemaText()],
  ['action', runSchemaText],
  ['playbook', playbookSchemaText],
  ...AI_KINDS.map((kind) => [kind, () => aiSchemaText(kind)] as const),
]);

export const schema: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    leaf('schema', {
      summary: 'Print the JSON Schema of a kind of file',
      description:
        'Draft-07, which the YAML server of editors takes. The first line of a file names it: # yaml-language-server: $schema=FILE',
      output: 'the schema, as JSON',
      examples: [
        ['reach schema campaign > campaign.schema.json', 'the schema of campaign files'],
        ['reach schema playbook > playbook.schema.json', 'the schema of playbook files'],
        ['reach schema ai-message', 'the schema of AI messages'],
        ['reach schema outreach', 'the schema of reach.yaml, the settings of an outreach folder'],
      ],
    }).addArgument(new Argument('<kind>', 'kind of file').choices([...SCHEMAS.keys()])),
    async (session, kind: string) => {
      const text = await SCHEMAS.get(kind)?.();
      await session.print.text(text ?? '');
    },
  );
