// Tags by name or id on the command line.

import type { Tag } from '../../contract/inbox.ts';
import type { Api } from '../../contract/table.ts';
import { CliError } from '../exit.ts';

const ID = /^[1-9][0-9]{0,15}$/;

async function byName(api: Api, name: string): Promise<Tag | undefined> {
  const page = await api.inbox.tags({ query: { name, pageSize: 100 } });
  return page.tags.find((tag) => tag.name === name);
}

/** Ids are taken as they are, names looked up. Exit 5 for a name nobody has. `create`: it is then made. */
export async function tagIdsOf(api: Api, words: readonly string[], create = false): Promise<number[]> {
  const ids = new Set<number>();
  for (const word of words.map((given) => given.trim())) {
    if (ID.test(word)) {
      ids.add(Number(word));
      continue;
    }
    const known = await byName(api, word);
    if (known !== undefined) ids.add(known.id);
    else if (create) ids.add((await api.inbox.createTag({ body: { name: word } })).id);
    else {
      throw new CliError('notFound', 'not_found', `no tag "${word}"`, {
        hint: 'reach inbox tags shows them; --create makes it',
      });
    }
  }
  return [...ids];
}
