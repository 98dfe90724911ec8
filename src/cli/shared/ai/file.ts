// Files of AI entities (`ai-variables/*.yaml`, `ai-messages/*.yaml`, `ai-snippets/*.yaml`, `templates/*.yaml`): read with
// the places of everything, checked, and written.

import { AI_KINDS, type AiKind } from '../../../contract/ai/enums.ts';
import {
  FOLDER_OF_KIND,
  fieldsOfFile,
  fileOfRecord,
  kindOfPath,
  type RecordNames,
  statedKind,
} from '../../../rules/ai/file.ts';
import type { AiKnowledge } from '../../../rules/ai/knowledge.ts';
import type { Purpose } from '../../../rules/problem.ts';
import { type CheckedFile, checkedProblems } from '../../files/checked-file.ts';
import { readText } from '../../files/read.ts';
import { readYaml } from '../../files/yaml/read.ts';
import { yamlText } from '../../files/yaml/text.ts';
import type { KindOf } from '../../files/yaml/value.ts';
import type { Io } from '../../terminal/io.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

/** Its body has the fields of the file: names where a request has ids. */
export interface AiFile extends CheckedFile {
  /** Null when neither the file nor its folder says what it is. */
  readonly kind: AiKind | null;
}

const TEXT_KEYS: ReadonlySet<string> = new Set([
  ...['kind', 'name', 'entity', 'description', 'prompt', 'model', 'folder', 'tone', 'channel', 'subject', 'messages'],
  ...['customWebsiteField', 'outputLength', 'type', 'values'],
]);

/** For the JSON Schema, which says of a file what an editor sees in it. */
export const AI_KEYS = { texts: TEXT_KEYS };

const KNOWN_KEYS: ReadonlySet<string> = new Set([...TEXT_KEYS, 'outputSchema']);

/** `name: 0123` is text; inside `jsonSchema` everything is what it looks like. */
const scalarKind: KindOf = (key, _parent, top) => (TEXT_KEYS.has(key) && KNOWN_KEYS.has(top) ? 'text' : 'auto');

/** `kind`: what the caller knows; else the file's own word, else the folder it is in. */
export async function parseAiFile(name: string, text: string, kind?: AiKind): Promise<AiFile> {
  const yaml = await readYaml(text, scalarKind);
  const stated = yaml.readable ? statedKind(yaml.value) : undefined;
  const body = yaml.readable ? fieldsOfFile(yaml.value) : null;
  return { name, yaml, body, kind: kind ?? (stated === undefined ? kindOfPath(name) : stated) };
}

/** Throws UsageError when the file cannot be read at all. */
export async function readAiFile(io: Io, name: string, kind?: AiKind): Promise<AiFile> {
  return await parseAiFile(name, await readText(io, name), kind);
}

/** Everything that is wrong with a file, text and content, in the order of its lines. */
export async function problemsOfAiFile(
  file: AiFile,
  knowledge: AiKnowledge,
  purpose: Purpose = 'create',
): Promise<FileProblem[]> {
  const { kind } = file;
  if (kind !== null) {
    const { checkAiEntity } = await import('../../../rules/ai/check.ts');
    return [
      ...kindProblems(file, kind),
      ...checkedProblems(file, (body) => checkAiEntity(kind, body, knowledge, purpose, 'file')),
    ];
  }
  const folders = AI_KINDS.map((known) => `${FOLDER_OF_KIND[known]}/`).join(', ');
  const message = `what is it? write kind: ${AI_KINDS.join(', ')}; or put it into a folder ${folders}`;
  return checkedProblems(file, () => [
    { path: 'kind', at: ['kind'], code: 'unknown_kind', message, severity: 'error', kind: 'invalid', basis: 'given' },
  ]);
}

/** A file that says one kind and is taken for another: the folder and its own word disagree. */
function kindProblems(file: AiFile, kind: AiKind): FileProblem[] {
  const stated = file.yaml.readable ? statedKind(file.yaml.value) : undefined;
  if (stated === undefined || stated === kind) return [];
  const message = `this is taken for the kind ${kind}, and says another`;
  return [
    {
      file: file.name,
      ...file.yaml.placeOf(['kind']),
      path: 'kind',
      code: 'kind_mismatch',
      message,
      severity: 'error',
    },
  ];
}

/**
 * A record as the text of its file, the same bytes every time. `names`: what its tone and folder are called; tokens of the
 * text already name by name. Created from it again, an equal entity comes of it.
 */
export async function aiFileText(kind: AiKind, record: unknown, names: RecordNames): Promise<string> {
  return await yamlText({ kind, ...fileOfRecord(kind, record, names) });
}
