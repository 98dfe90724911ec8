// The fields of a record on the command line: `-f`, `-F` and `--input`, declared once.

import type { Command, OptionValues } from 'commander';
import { collect, completing } from '../../app/command.ts';

/** `-f`, `-F` and `--input`, declared once. */
export const withFields = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  completing(
    command
      .option('-f, --field <name=value>', 'a field as text; repeatable', collect)
      .option('-F, --field-json <name:=json>', 'a field as JSON: number, boolean, null, list; repeatable', collect)
      .option('--input <file>', 'a JSON or YAML object with fields (- = standard input)'),
    { '--input': 'file' },
  );
