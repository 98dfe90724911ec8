// reach schema: JSON Schemas of files, for editors.

import { Argument } from 'commander';
import { AI_KINDS } from '../../../contract/ai/enums.ts';
import { does, reads } from '../../session/command.ts';
import { campaignSchemaText } from '../../shared/file-kind/campaign.ts';
import { playbookSchemaText } from '../../shared/file-kind/playbook.ts';
import { workflowSchemaText } from '../../shared/file-kind/workflow.ts';
import {
  aiSchemaText,
  listSchemaText,
  runSchemaText,
  scenarioSchemaText,
  settingsSchemaText,
} from '../../shared/schemas/texts.ts';

const KINDS = ['campaign', 'workflow', 'list', 'outreach', 'test', 'action', 'playbook', ...AI_KINDS] as const;

const SCHEMAS: Readonly<Record<(typeof KINDS)[number], () => string | Promise<string>>> = {
  campaign: campaignSchemaText,
  workflow: workflowSchemaText,
  list: listSchemaText,
  outreach: settingsSchemaText,
  test: scenarioSchemaText,
  action: runSchemaText,
  playbook: playbookSchemaText,
  'ai-variable': () => aiSchemaText('ai-variable'),
  'ai-message': () => aiSchemaText('ai-message'),
  'ai-snippet': () => aiSchemaText('ai-snippet'),
  template: () => aiSchemaText('template'),
};

export const schema = does(
  () =>
    reads('schema', {
      summary: 'Print the JSON Schema of a kind of file',
      description:
        'Draft-07, as the YAML language server of editors needs it. Refer to it in the first line of a file: # yaml-language-server: $schema=FILE',
      output: 'the schema, as JSON',
      examples: [
        ['reach schema campaign > campaign.schema.json', 'the schema of campaign files'],
        ['reach schema playbook > playbook.schema.json', 'the schema of playbook files'],
        ['reach schema ai-message', 'the schema of AI messages'],
        ['reach schema outreach', 'the schema of reach.yaml, the settings of an outreach folder'],
      ],
    }).addArgument(new Argument('<kind>', 'kind of file').choices(KINDS)),
  async (session, kind) => session.print.text(await SCHEMAS[kind]()),
);
