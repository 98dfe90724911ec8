// A document as the text of its file: new, or put into a text that is there, with its comments.

import type { YAMLMap, YAMLSeq, Document as YamlDocument } from 'yaml';
import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import { isFileOnly, isOwnKey } from '../../../rules/file-keys.ts';
import { commonEnds, isSame } from '../../../rules/outreach/compare.ts';
import type { Document, ResourceKind } from '../../../rules/outreach/kinds.ts';
import { alignedWith } from '../../../rules/outreach/normal.ts';
import { Surrogates } from '../../files/named-file.ts';
import { readYaml } from '../../files/yaml/read.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { type FillIn, parseResource } from './resource-file.ts';

/** Where the schema of a kind is, as files of it name it; `outreach`: that of the folder's own settings; `test`: of scenarios; `search`: of saved searches. */
export function schemaPath(kind: ResourceKind | 'outreach' | 'test' | 'search'): string {
  return `.reach/schema/${kind}.json`;
}

/** The text of a new file: the line that names the schema, then the document. */
export async function newText(kind: ResourceKind, document: Document): Promise<string> {
  const up = kind === 'playbook' ? '' : '../';
  return `${modeline(`${up}${schemaPath(kind)}`)}${await yamlText(document)}`;
}

/** What a text said, made into what it should say: only what differs is written again, comments stay. */
export async function changedText(
  kind: ResourceKind,
  text: string,
  before: Document,
  after: Document,
  asRead: (document: Document) => Document,
  fill: FillIn,
): Promise<string> {
  const made = await patched(text, alignedWith(kind, before, after), after);
  const file =
    made === null ? null : await parseResource(kind, { path: '', displayed: '', text: made }, new Surrogates(), fill);
  const read = file?.document ?? null;
  return made && read && isSame(alignedWith(kind, asRead(read), after), after)
    ? made
    : await newText(kind, { ...after, ...(await keysOfFolder(text)) });
}

/** What a file says of its own record. */
async function keysOfFolder(text: string): Promise<JsonObject> {
  const { value } = await readYaml(text);
  const entries = Object.entries(objectIn(value));
  return Object.fromEntries(entries.filter(([key]) => isOwnKey(key) && !isFileOnly(key)));
}

type Lib = typeof import('yaml');

/** Null where the text is written in a way that no patch can keep: anchors, merge keys. */
async function patched(text: string, before: Document, after: Document): Promise<string | null> {
  const lib = await import('yaml');
  const document = lib.parseDocument(text, { version: '1.2' });
  if (document.errors.length > 0 || !lib.isMap(document.contents) || /(^|\s)[&*][\w-]+|<<:/m.test(text)) return null;
  patchMap(lib, document, document.contents, before, after);
  return document.toString({ lineWidth: 0, blockQuote: 'literal' });
}

function patchMap(lib: Lib, document: YamlDocument, map: YAMLMap, before: JsonObject, after: JsonObject): void {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const key of keys) {
    const [old, made] = [getOwn(before, key), getOwn(after, key)];
    if (isSame(old, made) || isFileOnly(key)) continue;
    const node = map.get(key, true);
    if (made === undefined) map.delete(key);
    else if (!patchNode(lib, document, node, old, made)) map.set(key, document.createNode(made));
  }
}

/** Whether the node could be changed in its place. */
function patchNode(lib: Lib, document: YamlDocument, node: unknown, old: unknown, made: unknown): boolean {
  if (lib.isMap(node) && isObject(old) && isObject(made)) {
    patchMap(lib, document, node, old, made);
    return true;
  }
  if (lib.isSeq(node) && Array.isArray(old) && Array.isArray(made) && node.items.length === old.length) {
    patchList(lib, document, node, old, made);
    return true;
  }
  if (lib.isScalar(node) && typeof made === typeof node.value && typeof made !== 'object') {
    node.value = made;
    if (typeof made === 'string' && made.includes('\n')) node.type = 'BLOCK_LITERAL';
    return true;
  }
  return false;
}

function patchList(lib: Lib, document: YamlDocument, list: YAMLSeq, old: readonly unknown[], made: readonly unknown[]) {
  const { head, tail } = commonEnds(old, made);
  const items: unknown[] = list.items;
  const middle = made.slice(head, made.length - tail).map((value, index): unknown => {
    const node = index < old.length - tail - head ? items[head + index] : undefined;
    const isKept = patchNode(lib, document, node, old[head + index], value);
    return isKept ? node : document.createNode(value);
  });
  list.items = [...items.slice(0, head), ...middle, ...items.slice(items.length - tail)];
}
