// The fields of a record on the command line: `-f`, `-F` and `--input`, declared once.

import type { Command, OptionValues } from 'commander';
import { dictionary } from '../../contract/json.ts';
import { isJson } from '../../contract/parse-json.ts';
import { COMPANY_ALIASES, EDITABLE_FIELDS } from '../../rules/records/fields.ts';
import { invisibleProblem, withoutInvisibleEdges } from '../../rules/records/invisible-characters.ts';
import { oneLine } from '../../rules/records/normalize.ts';
import { damagedField } from '../../rules/records/spreadsheet-damage.ts';
import { parseJsonText } from '../files/json-text.ts';
import { readObject } from '../files/read.ts';
import type { KindOf } from '../files/yaml/value.ts';
import { collect, type NoOptions, type OptionsOf } from '../session/command.ts';
import { UsageError } from '../terminal/exit.ts';
import type { Io } from '../terminal/io.ts';
import { reasonOf } from '../terminal/system-error.ts';

/** `-f`, `-F` and `--input`, declared once. */
export const withFields = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('-f, --field <name=value>', 'a field as text; repeatable', collect)
    .option('-F, --field-json <name:=json>', 'a field as JSON: number, boolean, null, list; repeatable', collect)
    .option('--input <file>', 'a JSON or YAML object with fields (- = standard input)');

export type FieldOptions = OptionsOf<typeof withFields<[], NoOptions, NoOptions>>;

const asText = (_name: string, text: string): unknown => text;

/** Fields from `-f name=value`, as `typed` reads the texts, and `-F name:=json`. Throws UsageError for one that is given twice. */
export function fieldsFrom(supplied: Omit<FieldOptions, 'input'>, typed = asText): Record<string, unknown> {
  const record = dictionary<unknown>();
  const set = (name: string, value: unknown) => {
    if (Object.hasOwn(record, name)) throw new UsageError(`the field ${name} is given twice`);
    record[name] = value;
  };
  for (const text of supplied.field ?? []) {
    const at = text.indexOf('=');
    if (at <= 0) throw new UsageError(`-f ${text}: must be name=value`);
    set(text.slice(0, at), typed(text.slice(0, at), text.slice(at + 1)));
  }
  for (const text of supplied.fieldJson ?? []) {
    const at = text.indexOf(':=');
    if (at <= 0) throw new UsageError(`-F ${text}: must be name:=json`);
    set(text.slice(0, at), jsonOf(text, at));
  }
  return record;
}

function jsonOf(text: string, at: number): unknown {
  const json = text.slice(at + 2);
  try {
    return parseJsonText(json);
  } catch (error) {
    if (isJson(json)) throw new UsageError(`-F ${text}: ${reasonOf(error)}`);
    throw new UsageError(`-F ${text}: what follows := is not JSON`, { hint: `text needs -f ${text.slice(0, at)}=…` });
  }
}

/** Fields of a record from flags and `--input FILE`; flags win over the file. */
export async function recordFrom(io: Io, supplied: FieldOptions, kindOf?: KindOf): Promise<Record<string, unknown>> {
  const record = {
    ...(supplied.input === undefined ? {} : await readObject(io, supplied.input, kindOf)),
    ...fieldsFrom(supplied),
  };
  if (Object.keys(record).length === 0) {
    throw new UsageError('no field given', { hint: '-f name=value, -F name:=json, or --input FILE' });
  }
  return record;
}

const isStandard = (field: string): boolean =>
  EDITABLE_FIELDS.CONTACT.has(field) || EDITABLE_FIELDS.COMPANY.has(field) || COMPANY_ALIASES.has(field);

const NOT_DAMAGED = 'give the value that the cell had; reach api sends any text';

/**
 * The same for a contact or a company: numbers that a number would change, such as 0049, are text; texts without invisible characters at their ends, those of standard fields in one line. Throws
 * UsageError for one inside an address, and for what a spreadsheet leaves of a value.
 */
export async function visibleRecordFrom(io: Io, supplied: FieldOptions): Promise<Record<string, unknown>> {
  const record = dictionary<unknown>();
  for (const [field, value] of Object.entries(await recordFrom(io, supplied, () => 'either'))) {
    const visible = typeof value === 'string' ? withoutInvisibleEdges(value) : value;
    const text = typeof visible === 'string' && isStandard(field) ? oneLine(visible) : visible;
    const problem = typeof text === 'string' ? invisibleProblem(field, text) : null;
    if (problem !== null) throw new UsageError(problem, { hint: 'type it again: the character cannot be seen' });
    const damage = typeof text === 'string' && isStandard(field) ? damagedField(field, text) : null;
    if (damage !== null) throw new UsageError(`${field}: ${damage}: ${JSON.stringify(text)}`, { hint: NOT_DAMAGED });
    record[field] = text;
  }
  return record;
}
