// The input of a run on the command line: `leadIds=1,2`, or an object from a file.

import { dictionary, own } from '../../../contract/dictionary.ts';
import { isIdText, parseId } from '../../../contract/ids.ts';
import { readObject } from '../../files/read.ts';
import type { Session } from '../../session/session.ts';
import { findList } from '../../shared/lookup/list.ts';
import { UsageError } from '../../terminal/exit.ts';

/** The options of `reach workflow run` that give the input. */
export interface RunInputOptions {
  readonly field?: readonly string[] | undefined;
  /** A file, or `key=ids` as with `--field`. */
  readonly input?: readonly string[] | undefined;
  readonly inputFile?: string | undefined;
}

/** Lists can be given by name. */
const LISTS: Readonly<Record<string, 'CONTACT' | 'COMPANY'>> = {
  contactListId: 'CONTACT',
  leadsGroupId: 'CONTACT',
  companyListId: 'COMPANY',
  companyGroupId: 'COMPANY',
};

async function readValue(session: Session, key: string, text: string): Promise<unknown> {
  if (key.endsWith('Ids')) return idsIn(key, text);
  const entity = own(LISTS, key);
  if (entity !== undefined && !isIdText(text)) return (await findList(session, text, entity)).id;
  const [id, ...more] = idsIn(key, text);
  if (more.length > 0) throw new UsageError(`--field ${key}: takes one id, not ${more.length + 1}`);
  return id;
}

function idsIn(key: string, text: string): number[] {
  const ids = text.split(/[\s,]+/).filter((word) => word !== '');
  const parsed = ids.flatMap((word) => parseId(word) ?? []);
  if (ids.length > 0 && parsed.length === ids.length) return parsed;
  throw new UsageError(`--field ${key}: must be ids, such as ${key.endsWith('Ids') ? `${key}=1,2` : `${key}=1`}`);
}

/** `leadIds=1,2` is not a file; a file with such a name is given as `./leadIds=…`, or to `--input-file`. */
const isField = (text: string): boolean => /^[A-Za-z]+=/.test(text);

/**
 * The `input` of the run call; undefined for none. Fields override the file of `--input`. Exit 2 for text that is not an
 * input, 5 for a list that does not exist.
 */
export async function runInputOf(
  session: Session,
  options: RunInputOptions,
): Promise<Record<string, unknown> | undefined> {
  const { input = [], inputFile } = options;
  const field = [...input.filter(isField), ...(options.field ?? [])];
  const [file, ...more] = [...input.filter((text) => !isField(text)), ...(inputFile === undefined ? [] : [inputFile])];
  if (more.length > 0) throw new UsageError(`--input: one file, not ${more.length + 1}`);
  if (file === undefined && field.length === 0) return undefined;
  const read = dictionary(file === undefined ? {} : await readObject(session.io, file));
  for (const text of field) {
    const at = text.indexOf('=');
    if (at <= 0) throw new UsageError(`--field ${text}: must be key=ids, such as leadIds=1,2`);
    read[text.slice(0, at)] = await readValue(session, text.slice(0, at), text.slice(at + 1));
  }
  return read;
}
