// reach campaign init: a file to start from, and the schema that an editor checks it with.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { campaignSchemaText } from '../../campaign/schema.ts';
import type { Deps } from '../../command.ts';
import { does, leaf } from '../../command.ts';
import { CliError, UsageError } from '../../exit.ts';
import { reasonOf } from '../../files/read.ts';
import { modeline } from '../../files/yaml-text.ts';
import type { View } from '../../output/cells.ts';
import type { Session } from '../../session.ts';

export const SCHEMA_FILE = 'campaign.schema.json';

interface InitFlags {
  readonly force?: boolean;
  readonly schema?: boolean;
}

const writtenView: View = {
  noun: 'file',
  plural: 'files',
  id: 'path',
  columns: [
    { key: 'path', title: 'file' },
    { key: 'holds', title: 'holds' },
  ],
};

/** Throws for a file that is there, unless it may be replaced. */
async function write(path: string, shown: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CliError('usage', 'exists', `${shown} is there already`, { hint: '--force replaces it' });
    }
    throw new UsageError(`cannot write ${shown}: ${reasonOf(error)}`);
  }
}

async function init(session: Session, name: string, flags: InitFlags): Promise<void> {
  const sample = await readFile(join(session.hands.samples, 'campaign.yaml'), 'utf8');
  const withSchema = flags.schema !== false;
  const text = withSchema ? `${modeline(SCHEMA_FILE)}\n${sample}` : sample;
  if (name === '-') {
    await session.print.text(text);
    return;
  }
  const path = resolve(session.io.cwd, name);
  await write(path, name, text, flags.force === true);
  const written = [{ path: name, holds: 'a campaign to start from' }];
  if (withSchema) {
    const schema = join(dirname(name), SCHEMA_FILE);
    // Made by this build and by nobody's hand: the newest is the right one.
    await write(resolve(session.io.cwd, schema), schema, await campaignSchemaText(), true);
    written.push({ path: schema, holds: 'the schema for editors' });
  }
  await session.print.list(writtenView, written);
  await session.print.note(`next: reach campaign lint ${basename(name) === name ? name : path}`);
}

export function initCommand(deps: Deps) {
  return does(
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
    init,
  );
}
