// init of every kind of file: a sample to start from, and the schema that an editor checks it with.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { reasonOf } from '../../files/read.ts';
import { modeline } from '../../files/yaml/text.ts';
import type { View } from '../../output/formats/cells.ts';

export interface StartFlags {
  readonly force?: boolean;
  readonly schema?: boolean;
}

/** What a kind of file starts with. */
export interface Start {
  /** `campaign`: also the group of the command that lints it. */
  readonly noun: string;
  /** Among the samples of the package. */
  readonly sample: string;
  readonly schemaFile: string;
  readonly schemaText: () => Promise<string>;
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

/** Writes the sample under `name`, `-` to stdout, and the schema beside it. Exit 2 for a file that is there. */
export async function startFile(session: Session, name: string, flags: StartFlags, start: Start): Promise<void> {
  const { noun, schemaFile } = start;
  const sample = await readFile(join(session.host.samples, start.sample), 'utf8');
  const withSchema = flags.schema !== false;
  const text = withSchema ? `${modeline(schemaFile)}\n${sample}` : sample;
  if (name === '-') {
    await session.print.text(text);
    return;
  }
  const path = resolve(session.io.cwd, name);
  await write(path, name, text, flags.force === true);
  const written = [{ path: name, holds: `a ${noun} to start from` }];
  if (withSchema) {
    const schema = join(dirname(name), schemaFile);
    // Made by this build and by nobody's hand: the newest is the right one.
    await write(resolve(session.io.cwd, schema), schema, await start.schemaText(), true);
    written.push({ path: schema, holds: 'the schema for editors' });
  }
  await session.print.list(writtenView, written);
  await session.print.note(`next: reach ${noun} lint ${basename(name) === name ? name : path}`);
}
