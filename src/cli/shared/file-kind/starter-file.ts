// init of every kind of file: a sample to start from, and the schema that an editor checks it with.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Command, OptionValues } from 'commander';
import type { JsonObject } from '../../../contract/json.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { namedPath } from '../../files/is-file.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { type AnyCommand, type Deps, does, type NoOptions, type OptionsOf, writesFile } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { type View, viewOf } from '../../terminal/formats/cells.ts';
import { undocumentedRules } from '../lint/undocumented-rules.ts';

// A kind of record that is written to a file and made from one; how it is exported.

export interface FileKind<Live, File extends CheckedFile> {
  /** Also the group of its commands, and the name of its sample. */
  readonly noun: string;
  readonly schemaFile: string;
  schemaText(): Promise<string>;
  parse(name: string, text: string): Promise<File>;
  /** The file that would create the record. */
  contentOf(live: Live): JsonObject;
  /** What the service has in such a record, lint accepts from now on. */
  rememberAccepted(session: Session, content: JsonObject): Promise<void>;
}

/** `--file` and `--no-schema`, declared once. */
export const withExportFile = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--file <file>', 'write to this file, atomically')
    .option('--no-schema', 'leave out the schema and the line that refers to it');

/** Prints the record as YAML (JSON with `--json`), or writes it to a file, the schema beside it. `what`: `campaign 12`. */
export async function exportFile<Live, File extends CheckedFile>(
  session: Session,
  { contentOf, rememberAccepted, schemaFile, schemaText }: FileKind<Live, File>,
  { live, what, view }: { readonly live: Live; readonly what: string; readonly view: View },
  { file, schema }: OptionsOf<typeof withExportFile<[], NoOptions, NoOptions>>,
): Promise<void> {
  const { io, print, settings } = session;
  const content = contentOf(live);
  await rememberAccepted(session, content);
  const name = file === '-' ? undefined : file;
  if (name === undefined && (settings.output === 'json' || settings.output === 'ndjson')) {
    return await print.record(view, content);
  }
  const text = `${schema ? modeline(schemaFile) : ''}${await yamlText(content)}`;
  if (name === undefined) return await print.foreign(text);
  await writeWhole(namedPath(io, name), text, name);
  if (schema) {
    const beside = join(dirname(name), schemaFile);
    await writeWhole(namedPath(io, beside), await schemaText(), beside);
  }
  await print.note(`exported ${what} to ${name}`);
}

type FileSchema = Pick<FileKind<never, never>, 'noun' | 'schemaFile' | 'schemaText'>;

/** What a kind of file starts with. */
export interface Starter {
  /** The sample that holds nothing but what the interface documents, where the other holds more. */
  readonly documented?: string;
  readonly other: string;
  /** The sample as it suits the workspace of the profile. */
  readonly fitted?: (session: Session, sample: string) => Promise<string>;
}

const writtenView = viewOf('file', 'files', 'path holds', { id: 'path', titles: { path: 'file' } });

async function write(path: string, displayed: string, text: string, force: boolean): Promise<void> {
  if (!force && existsSync(path)) {
    throw new CliError('usage', 'exists', `${displayed} already exists`, { hint: '--force replaces it' });
  }
  await writeWhole(path, text, displayed);
}

/** Writes the sample under `name`, `-` to stdout, and the schema beside it. Exit 2 for a file that exists. */
async function writeStarter(
  session: Session,
  name: string,
  options: { readonly force?: true | undefined; readonly schema: boolean },
  { noun, schemaFile, schemaText }: FileSchema,
  { documented, fitted }: Starter,
): Promise<void> {
  // Another service may have no block but those that the interface names.
  const sampleName = undocumentedRules(session).undocumentedRules === 'warn' ? (documented ?? noun) : noun;
  const shipped = await readFile(join(session.host.samples, `${sampleName}.yaml`), 'utf8');
  const sample = fitted === undefined ? shipped : await fitted(session, shipped);
  const text = options.schema ? `${modeline(schemaFile)}\n${sample}` : sample;
  if (name === '-') return await session.print.text(text);
  const path = namedPath(session.io, name);
  await write(path, name, text, options.force === true);
  const written = [{ path: name, holds: `a ${noun} to start from` }];
  if (options.schema) {
    const schema = join(dirname(name), schemaFile);
    // Generated by this build, never edited: the newest is the right one.
    await write(namedPath(session.io, schema), schema, await schemaText(), true);
    written.push({ path: schema, holds: 'the schema for editors' });
  }
  await session.print.list(writtenView, written);
  await session.print.note(`next: reach ${noun} lint ${basename(name) === name ? name : path}`);
}

export function initFile(deps: Deps, kind: FileSchema, starter: Starter): AnyCommand {
  const { noun, schemaFile } = kind;
  const { other } = starter;
  const command = writesFile('init', {
    summary: `Write a commented ${noun} file to start from`,
    description: `Writes ${schemaFile} beside it, which the first line of the file refers to: editors with a YAML server check and complete by it.`,
    view: writtenView,
    output: `the files that were written; with - the ${noun} file itself`,
    replaces: true,
    examples: [
      [`reach ${noun} init`, `${noun}.yaml and its schema, here`],
      [`reach ${noun} init ${other}`, 'another name'],
      [`reach ${noun} init - --no-schema`, 'only to look at'],
    ],
  })
    .argument('[file]', 'the file to write (- = standard output)', `${noun}.yaml`)
    .option('--no-schema', 'leave out the schema and the line that refers to it')
    .option('--force', 'replace a file that exists');
  return does(
    () => command,
    (session, name, options) => writeStarter(session, name, options, kind, starter),
  )(deps);
}
