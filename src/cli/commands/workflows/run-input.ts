// The input of a run on the command line: `leadIds=1,2`, or an object from a file.

import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readObject } from '../../files/read.ts';
import { findList } from '../../shared/lookup/list.ts';

export interface InputFlags {
  readonly field?: readonly string[];
  /** A file, or `key=ids` as with `--field`. */
  readonly input?: readonly string[];
  readonly inputFile?: string;
}

const ids = (text: string): number[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(Number);

/** Lists may be named. */
const LISTS: Readonly<Record<string, 'CONTACT' | 'COMPANY'>> = {
  contactListId: 'CONTACT',
  leadsGroupId: 'CONTACT',
  companyListId: 'COMPANY',
  companyGroupId: 'COMPANY',
};

async function readValue(session: Session, key: string, text: string): Promise<unknown> {
  if (key.endsWith('Ids')) return checked(key, ids(text));
  const entity = LISTS[key];
  if (entity !== undefined && !/^[1-9][0-9]*$/.test(text))
    return (await findList(await session.api(), text, entity)).id;
  const [id, ...more] = checked(key, ids(text));
  if (more.length > 0) throw new UsageError(`--field ${key}: takes one id, not ${more.length + 1}`);
  return id;
}

function checked(key: string, values: number[]): number[] {
  if (values.length > 0 && values.every((id) => Number.isSafeInteger(id) && id > 0)) return values;
  throw new UsageError(`--field ${key}: must be ids, such as ${key.endsWith('Ids') ? `${key}=1,2` : `${key}=1`}`);
}

/** `leadIds=1,2` is no name of a file; one that begins so is given with `./`, or to `--input-file`. */
const isField = (text: string): boolean => /^[A-Za-z]+=/.test(text);

/** The `input` of the run call; undefined for none. Fields win over the file of `--input`. Exit 2 for text that is none, 5 for a list that nobody has. */
export async function runInputOf(session: Session, flags: InputFlags): Promise<Record<string, unknown> | undefined> {
  const { input = [], inputFile } = flags;
  const field = [...input.filter(isField), ...(flags.field ?? [])];
  const [file, ...more] = [...input.filter((text) => !isField(text)), ...(inputFile === undefined ? [] : [inputFile])];
  if (more.length > 0) throw new UsageError(`--input: one file, not ${more.length + 1}`);
  if (file === undefined && field.length === 0) return undefined;
  const read = file === undefined ? {} : await readObject(session.io, file);
  for (const text of field) {
    const at = text.indexOf('=');
    if (at <= 0) throw new UsageError(`--field ${text}: must be key=ids, such as leadIds=1,2`);
    read[text.slice(0, at)] = await readValue(session, text.slice(0, at), text.slice(at + 1));
  }
  return read;
}
