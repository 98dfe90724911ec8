// export of one record: the file that would create it, with the schema that editors check it by.

import { dirname, join, resolve } from 'node:path';
import type { Command, OptionValues } from 'commander';
import type { JsonObject } from '../../../contract/json.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { completing, type NoOptions, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { View } from '../../terminal/formats/cells.ts';

/** `--file` and `--no-schema`, declared once. */
export const withExportFile = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  completing(
    command
      .option('--file <file>', 'write to this file, atomically')
      .option('--no-schema', 'leave out the schema and the line that refers to it'),
    { '--file': 'file' },
  );

export type ExportFileOptions = OptionsOf<typeof withExportFile<[], NoOptions, NoOptions>>;

export interface Exported {
  /** What the file says. */
  readonly content: JsonObject;
  /** As a note calls it: `campaign 12`. */
  readonly what: string;
  readonly view: View;
  readonly schemaFile: string;
  schemaText(): string | Promise<string>;
}

/** Prints the content as YAML (JSON with `--json`), or writes it to a file, the schema beside it. */
export async function exportFile(
  { io, print, settings }: Session,
  { file, schema }: ExportFileOptions,
  { content, what, view, schemaFile, schemaText }: Exported,
): Promise<void> {
  const name = file === '-' ? undefined : file;
  if (name === undefined && (settings.output === 'json' || settings.output === 'ndjson')) {
    return await print.record(view, content);
  }
  const text = `${schema ? modeline(schemaFile) : ''}${await yamlText(content)}`;
  if (name === undefined) return await print.foreign(text);
  await writeWhole(resolve(io.cwd, name), text, name);
  if (schema) {
    const beside = join(dirname(name), schemaFile);
    await writeWhole(resolve(io.cwd, beside), await schemaText(), beside);
  }
  await print.note(`exported ${what} to ${name}`);
}
