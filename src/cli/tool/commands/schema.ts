// The tool as data: reach commands, its tree; reach schema, JSON Schemas of files for editors and of the output of commands for programs.

import { Argument } from 'commander';
import { AI_KINDS } from '../../../contract/ai/enums.ts';
import { PLAIN_KINDS } from '../../../rules/outreach/kinds.ts';
import { everyCommand } from '../../session/about.ts';
import { type BuildGroup, type Deps, does, reads } from '../../session/command.ts';
import { campaignSchemaText } from '../../shared/file-kind/campaign.ts';
import { playbookSchemaText } from '../../shared/file-kind/playbook.ts';
import { workflowSchemaText } from '../../shared/file-kind/workflow.ts';
import {
  aiSchemaText,
  plainSchemaText,
  runSchemaText,
  scenarioSchemaText,
  searchSchemaText,
  settingsSchemaText,
} from '../../shared/schemas/texts.ts';
import { UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { globalOptions } from '../tree/options.ts';

const VIEW = viewOf('command', 'commands', 'path summary', { id: 'path', titles: { path: 'command' } });

export const commands: BuildGroup = (deps) =>
  does(
    () =>
      reads('commands', {
        summary: 'List all commands, for programs',
        description: 'Every command with its arguments, options and help, as documentation and tools read it.',
        json: 'list',
        output: 'one record per command; with --tree one object with nested commands',
        notForAgents: 'configuration',
        examples: [
          ['reach commands', 'names and summaries'],
          ['reach commands --json --fields path,options', 'all options'],
          ['reach commands --tree --json', 'as a tree, global options included'],
        ],
      }).option('--tree', 'one object with nested commands and the global options'),
    async (session, { tree: asTree }) => {
      const root = await deps.program.tree();
      if (asTree === true) {
        const tree = { version: session.host.version, globalOptions: await globalOptions(), ...root };
        return await session.print.record(VIEW, tree);
      }
      const rows = [...everyCommand(root)].filter(({ effect }) => effect !== null);
      await session.print.list(
        VIEW,
        rows.map(({ commands: _, ...row }) => row),
      );
    },
  )(deps);

const KINDS = [
  'campaign',
  'workflow',
  ...PLAIN_KINDS,
  'search',
  'outreach',
  'test',
  'action',
  'playbook',
  ...AI_KINDS,
] as const;

const SCHEMAS: Readonly<Record<(typeof KINDS)[number], () => string | Promise<string>>> = {
  campaign: campaignSchemaText,
  workflow: workflowSchemaText,
  list: () => plainSchemaText('list'),
  tag: () => plainSchemaText('tag'),
  signature: () => plainSchemaText('signature'),
  search: searchSchemaText,
  outreach: settingsSchemaText,
  test: scenarioSchemaText,
  action: runSchemaText,
  playbook: playbookSchemaText,
  'ai-variable': () => aiSchemaText('ai-variable'),
  'ai-message': () => aiSchemaText('ai-message'),
  'ai-snippet': () => aiSchemaText('ai-snippet'),
  template: () => aiSchemaText('template'),
};

/** Of the commands that these words begin, and of all where there are none. */
async function outputText(deps: Deps, words: readonly string[]): Promise<string> {
  const declared = await deps.program.declared();
  const { outputDocument, outputSchema } = await import('../output-schema.ts');
  const path = words.join(' ');
  const one = declared.find((command) => command.path === path);
  const below = declared.filter((command) => path === '' || command.path.startsWith(`${path} `));
  if (one === undefined && below.length === 0) {
    throw new UsageError(`there is no command "${path}"`, { hint: 'reach commands lists them; write its full name' });
  }
  return `${JSON.stringify(one === undefined ? outputDocument(below) : outputSchema(one), null, 2)}\n`;
}

export const schema: BuildGroup = (deps) =>
  does(
    () =>
      reads('schema', {
        summary: 'Print the JSON Schema of a kind of file, or of the output of a command',
        description:
          'Files: draft-07, as the YAML language server of editors needs it. Refer to it in the first line of a file: # yaml-language-server: $schema=FILE\nOutput: 2020-12, of what a command prints with -o json; of all commands in one document where none is named. There may be more fields than a schema names.',
        output: 'the schema, as JSON',
        json: 'record',
        examples: [
          ['reach schema campaign > campaign.schema.json', 'the schema of campaign files'],
          ['reach schema playbook > playbook.schema.json', 'the schema of playbook files'],
          ['reach schema ai-message', 'the schema of AI messages'],
          ['reach schema outreach', 'the schema of reach.yaml, the settings of an outreach folder'],
          ['reach schema output contacts list', 'the schema of the JSON of a command'],
          ['reach schema output', 'those of all commands, in one document'],
        ],
      })
        .addArgument(new Argument('<kind>', 'kind of file, or output').choices([...KINDS, 'output'] as const))
        .argument('[command...]', 'with output: words of the command'),
    async (session, kind, words) => {
      if (kind !== 'output' && words.length > 0) throw new UsageError(`reach schema ${kind} takes no further words`);
      await session.print.text(kind === 'output' ? await outputText(deps, words) : await SCHEMAS[kind]());
    },
  )(deps);
