// An AI entity from the command line: a file, a prompt in a separate file, fields in options. Remembers where each part
// came from, so that a problem can be reported at its position.

import type { AiKind } from '../../../contract/ai/enums.ts';
import { append } from '../../../contract/append.ts';
import { given, isObject } from '../../../contract/json.ts';
import { placeInFile } from '../../../rules/ai/file.ts';
import { inBodyOrder, type Problem } from '../../../rules/problem.ts';
import { located } from '../../files/checked-file.ts';
import { readText } from '../../files/read.ts';
import { Lines } from '../../files/yaml/places.ts';
import { type AiFile, readAiFile } from '../../shared/ai/file.ts';
import { type FieldOptions, recordFrom } from '../../shared/fields.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

/** A text that is not part of the YAML file: a whole file, or the value of an option. */
interface LooseText {
  readonly name: string;
  readonly text: string;
}

export interface InputEntity {
  readonly kind: AiKind;
  /** As a file has it: names where a request has ids. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: AiFile | null;
  /** By the path they are at: `prompt`, `messages[0]`. */
  readonly texts: ReadonlyMap<string, LooseText>;
}

/** Editors end a file with a line break that is not part of the prompt. */
const withoutLastBreak = (text: string) => text.replace(/\r?\n$/, '');

/** `--prompt-file` and `--message-file`, where a kind has them. */
export interface ContentOptions extends FieldOptions {
  readonly promptFile?: string | undefined;
  readonly messageFile?: string[] | undefined;
  readonly dryRun?: true | undefined;
}

async function textsOf(io: Io, options: ContentOptions): Promise<Map<string, LooseText>> {
  const texts = new Map<string, LooseText>();
  for (const field of options.field ?? []) {
    const at = field.indexOf('=');
    if (at > 0) texts.set(field.slice(0, at), { name: `-f ${field.slice(0, at)}`, text: field.slice(at + 1) });
  }
  const { promptFile, messageFile = [] } = options;
  if (promptFile !== undefined) texts.set('prompt', { name: promptFile, text: await readText(io, promptFile) });
  for (const [index, name] of messageFile.entries()) {
    texts.set(`messages[${index}]`, { name, text: await readText(io, name) });
  }
  return texts;
}

/** Throws UsageError if nothing is given. */
export async function inputEntity(io: Io, kind: AiKind, options: ContentOptions): Promise<InputEntity> {
  const { input, field, fieldJson, promptFile, messageFile = [] } = options;
  const file = input === undefined ? null : await readAiFile(io, input, kind);
  const texts = await textsOf(io, options);
  const more: Record<string, unknown> = {};
  if (promptFile !== undefined) more['prompt'] = withoutLastBreak(texts.get('prompt')?.text ?? '');
  if (messageFile.length > 0) {
    more['messages'] = messageFile.map((_, index) => withoutLastBreak(texts.get(`messages[${index}]`)?.text ?? ''));
  }
  const hasFields = (field ?? []).length + (fieldJson ?? []).length > 0;
  const isEmpty = file === null && Object.keys(more).length === 0;
  const flagged = hasFields || isEmpty ? await recordFrom(io, given({ field, fieldJson })) : {};
  const twice = Object.keys(more).find((name) => Object.hasOwn(flagged, name));
  if (twice !== undefined) throw new UsageError(`the field ${twice} is given twice`);
  const ofFile = file !== null && isObject(file.body) ? file.body : {};
  return { kind, fields: { ...ofFile, ...more, ...flagged }, file, texts };
}

/** The position of each problem: in a separate text, in the file, or none. */
export function placed({ fields, file, texts }: InputEntity, problems: readonly Problem[]) {
  const found: FileProblem[] = [];
  const others: Problem[] = [];
  for (const problem of inBodyOrder(problems, fields)) {
    const loose = texts.get(problem.path) ?? texts.get(String(problem.at[0]));
    if (loose !== undefined) found.push(inText(loose, problem));
    else if (file !== null)
      append(found, located(file, [{ ...problem, at: placeInFile(file.yaml.value, problem.at) }]));
    else others.push(problem);
  }
  const named = [...texts.values()].map(({ name, text }) => [name, text] as const);
  return {
    located: found,
    others,
    sources: new Map([...named, ...(file === null ? [] : [[file.name, file.yaml.text] as const])]),
  };
}

function inText({ name, text }: LooseText, problem: Problem): FileProblem {
  const { path, code, message, severity, basis, token } = problem;
  const [start, end] = spanOf(text, token);
  return { file: name, ...new Lines(text).between(start, end), path, code, message, severity, basis };
}

function spanOf(text: string, token: Problem['token']): readonly [start: number, end: number] {
  if (token === undefined) return [0, Math.max(1, text.split('\n', 1)[0]?.length ?? 1)];
  let found = text.indexOf(token.text);
  for (let nth = 0; nth < token.nth && found >= 0; nth += 1)
    found = text.indexOf(token.text, found + token.text.length);
  return found < 0 ? [0, 1] : [found, found + token.text.length];
}
