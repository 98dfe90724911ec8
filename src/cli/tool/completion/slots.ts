// What may stand at a place of the command line, told by how the place is named.

import type { NameKind } from '../../app/names.ts';
import type { TreeArgument, TreeOption } from '../tree/tree.ts';

export type Slot =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'names'; readonly of: NameKind }
  | null;

/** The word a place is named by, without `…` and kinds: `file...`, `list`, `name|id`. */
const KIND_OF_WORD: Readonly<Record<string, NameKind>> = {
  list: 'lists',
  campaign: 'campaigns',
  workflow: 'workflows',
  identity: 'identities',
  from: 'identities',
  variable: 'variables',
  message: 'messages',
  snippet: 'snippets',
  template: 'templates',
  tag: 'tags',
  profile: 'profiles',
};

function slotOfWord(word: string): Slot {
  if (/^(file|files|csv)$/.test(word)) return { kind: 'file' };
  if (/^(folder|dir)$/.test(word)) return { kind: 'folder' };
  const of = KIND_OF_WORD[word];
  return of === undefined ? null : { kind: 'names', of };
}

const isFileName = (word: string) => word.split('|').includes('file');

/** What an option's value may be. */
export function slotOfOption(option: TreeOption): Slot {
  if (option.value === null) return null;
  if (option.choices !== null) return { kind: 'words', words: option.choices };
  if (isFileName(option.value)) return { kind: 'file' };
  return slotOfWord(option.value) ?? slotOfWord(option.long.replace(/^--/, ''));
}

/** What an argument of the command at `path` may be. */
export function slotOfArgument(argument: TreeArgument, path: string): Slot {
  if (argument.choices !== null) return { kind: 'words', words: argument.choices };
  if (isFileName(argument.name) || /\bfile\b/.test(argument.name)) return { kind: 'file' };
  const named = slotOfWord(argument.name.split(/[|-]/)[0] ?? '');
  // `profile use <name>`, `list show <list>`: a bare name or id is one of the group's own.
  return named ?? (/^(name|id)$/.test(argument.name) && !/ (create|add)$/.test(path) ? ofGroup(path) : null);
}

function ofGroup(path: string): Slot {
  const words = path.split(' ');
  const of = words.map((word) => KIND_OF_WORD[word]).findLast((kind) => kind !== undefined);
  return of === undefined ? null : { kind: 'names', of };
}
