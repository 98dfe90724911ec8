// reach schema: JSON Schemas of files, for editors, and of the output of commands, for programs.

import { Argument } from 'commander';
import { SCHEMA_KINDS } from '../../../rules/outreach/kinds.ts';
import { type BuildGroup, type Deps, does, reads } from '../../session/command.ts';
import { UsageError } from '../../terminal/exit.ts';

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
        .addArgument(new Argument('<kind>', 'kind of file, or output').choices([...SCHEMA_KINDS, 'output'] as const))
        .argument('[command...]', 'with output: words of the command'),
    async (session, kind, words) => {
      if (kind !== 'output' && words.length > 0) throw new UsageError(`reach schema ${kind} takes no further words`);
      if (kind === 'output') return await session.print.text(await outputText(deps, words));
      const { schemaText } = await import('../../outreach/folder/schemas.ts');
      await session.print.text(await schemaText(kind));
    },
  )(deps);
