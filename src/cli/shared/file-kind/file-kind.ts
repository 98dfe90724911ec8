// A kind of record that is written to a file and made from one; how it is exported.

import { dirname, join } from 'node:path';
import type { Command, OptionValues } from 'commander';
import type { JsonObject } from '../../../contract/json.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { namedPath } from '../../files/named-path.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { View } from '../../terminal/formats/cells.ts';

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
