// Tags by name or id on the command line.

import { isIdText } from '../../../contract/ids.ts';
import type { Tag } from '../../../contract/inbox/endpoints.ts';
import type { Api } from '../../../contract/table.ts';
import { CliError } from '../../app/exit.ts';
import { having, needed } from '../../shared/answer/known.ts';

async function byName(api: Api, name: string): Promise<(Tag & { readonly id: number }) | undefined> {
  const page = await api.inbox.tags({ query: { name, pageSize: 100 } });
  return having(page.tags, 'id').find((tag) => tag.name === name);
}

/** The id of a tag that is created now; looked up where the answer does not contain it. */
async function createdTag(api: Api, name: string): Promise<number> {
  const id = (await api.inbox.createTag({ body: { name } })).id ?? (await byName(api, name))?.id;
  return needed(id, `the id of the new tag "${name}"`, 'find it with reach inbox tags');
}

/** What happens with the name of an unknown tag: it is refused, also with a hint at `--create`, or the tag is created. */
export type UnknownTag = 'refuse' | 'offer' | 'create';

/** The names that no tag has. */
export async function unknownTags(api: Api, words: readonly string[]): Promise<string[]> {
  const names = [...new Set(words.map((word) => word.trim()).filter((word) => !isIdText(word)))];
  const found = await Promise.all(names.map((name) => byName(api, name)));
  return names.filter((_, at) => found[at] === undefined);
}

/** Ids are taken as they are, names looked up. Exit 5 for an unknown name, unless it is to be created. */
export async function tagIdsOf(
  api: Api,
  words: readonly string[],
  ifUnknown: UnknownTag = 'refuse',
): Promise<number[]> {
  const ids = new Set<number>();
  for (const word of words.map((given) => given.trim())) {
    if (isIdText(word)) {
      ids.add(Number(word));
      continue;
    }
    const known = await byName(api, word);
    if (known !== undefined) ids.add(known.id);
    else if (ifUnknown === 'create') ids.add(await createdTag(api, word));
    else {
      const create = ifUnknown === 'offer' ? '; --create creates it' : '';
      throw new CliError('notFound', 'not_found', `no tag "${word}"`, { hint: `list them: reach inbox tags${create}` });
    }
  }
  return [...ids];
}
