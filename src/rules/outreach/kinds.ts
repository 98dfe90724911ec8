// What an outreach folder holds: kinds in the order they are applied, and how each resource is called.

import { AI_KINDS } from '../../contract/ai/enums.ts';
import { getOwn } from '../../contract/json.ts';
import { oneSpelling } from '../records/invisible-characters.ts';

/** In the order of dependencies: what stands earlier never needs what stands later. */
export const RESOURCE_KINDS = [
  'list',
  'tag',
  'signature',
  'playbook',
  'ai-variable',
  'ai-snippet',
  'ai-message',
  'template',
  'campaign',
  'workflow',
] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** The folder that holds the files of a kind; the playbook is one file at the top. */
export const FOLDER_OF: Readonly<Record<Exclude<ResourceKind, 'playbook'>, string>> = {
  list: 'lists',
  tag: 'tags',
  signature: 'signatures',
  'ai-variable': 'ai-variables',
  'ai-snippet': 'ai-snippets',
  'ai-message': 'ai-messages',
  template: 'templates',
  campaign: 'campaigns',
  workflow: 'workflows',
};
export const PLAYBOOK_FILE = 'playbook.yaml';

/** Kinds that are a name and one thing of it. A tag of the inbox keeps its colour; a signature is that of the identity of its name. */
export const PLAIN_KINDS = ['list', 'tag', 'signature'] as const satisfies readonly ResourceKind[];
export type PlainKind = (typeof PLAIN_KINDS)[number];
export const plainKindOf = (kind: ResourceKind): PlainKind | null => PLAIN_KINDS.find((one) => one === kind) ?? null;

/** Kinds whose records the interface can delete. Items of a playbook can be removed one by one. */
export const DELETABLE: ReadonlySet<ResourceKind> = new Set(['signature', ...AI_KINDS]);
/** Kinds whose records can get another name. */
export const RENAMABLE: ReadonlySet<ResourceKind> = new Set([...AI_KINDS, 'campaign', 'workflow']);

/** A resource as its file says it: plain data, names in place of ids, nothing that a new record has by itself. */
export type Document = Readonly<Record<string, unknown>>;

/** What a resource is called, in its kind: lists and variables of companies are named apart from those of contacts. */
export function nameIn(kind: ResourceKind, document: Document): string {
  if (kind === 'playbook') return 'playbook';
  const name = getOwn(document, 'name');
  const text = typeof name === 'string' ? name.trim() : '';
  const isOfCompanies =
    (kind === 'list' || kind === 'ai-variable') && getOwn(document, 'entity') === 'COMPANY' && text !== '';
  return isOfCompanies ? `${text} (companies)` : text;
}

/** `campaign/Welcome`, `playbook`: what the plan, the lock and --target call a resource. */
export function keyOf(kind: ResourceKind, name: string): string {
  return kind === 'playbook' ? kind : `${kind}/${name}`;
}

/** Names that differ in this only by case, by spaces or by how their letters are composed: most likely the same is meant. */
export const spelledLoosely = (name: string): string => oneSpelling(name).toLowerCase().replace(/\s+/g, ' ').trim();

/** The kind of a key; null for a word that is none. */
export function kindOfKey(key: string): ResourceKind | null {
  const word = key.split('/', 1)[0];
  return RESOURCE_KINDS.find((kind) => kind === word) ?? null;
}

/** The kind of a path inside the folder; null for a file that is none of ours. */
export function kindOfFile(path: string): ResourceKind | null {
  if (/^playbook\.ya?ml$/.test(path)) return 'playbook';
  const [folder, file, ...more] = path.split('/');
  if (file === undefined || more.length > 0 || !/^[^.].*\.ya?ml$/.test(file)) return null;
  const found = Object.entries(FOLDER_OF).find(([, name]) => name === folder)?.[0];
  return RESOURCE_KINDS.find((kind) => kind === found) ?? null;
}

/** Names that are no file on one system or another. */
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;
const SLUG_MAX = 60;

/** A name as the name of a file: letters and digits of any script, lower case. Not unique. */
export function slugOf(name: string): string {
  const text = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  // Not between the halves of a character, which no disk keeps.
  const slug = [...text].slice(0, SLUG_MAX).join('').replace(/^-|-$/g, '');
  return slug === '' || RESERVED.test(slug) ? `${slug}_` : slug;
}

/** A free path for a resource. `taken` are the paths in use, in lower case: some disks know no other. */
export function pathFor(kind: ResourceKind, name: string, taken: ReadonlySet<string>): string {
  if (kind === 'playbook') return PLAYBOOK_FILE;
  const stem = `${FOLDER_OF[kind]}/${slugOf(name)}`;
  for (let count = 1; ; count += 1) {
    const path = `${stem}${count === 1 ? '' : `-${count}`}.yaml`;
    if (!taken.has(path.toLowerCase())) return path;
  }
}
