// Tags by name or id on the command line.

import { listPages } from '../../../client/answers/pages.ts';
import { isIdText } from '../../../contract/ids.ts';
import type { Tag } from '../../../contract/inbox/endpoints.ts';
import type { Session } from '../../session/session.ts';
import { createdId } from '../../shared/answer/created.ts';
import { having } from '../../shared/answer/known.ts';
import { CliError } from '../../terminal/exit.ts';

async function byName(session: Session, name: string): Promise<(Tag & { readonly id: number }) | undefined> {
  const { call } = await session.client();
  for await (const tag of listPages(call, 'inbox', 'tags', { query: { name } }, { filtersItself: true })) {
    if (tag.name === name) return having([tag], 'id')[0];
  }
  return undefined;
}

/** The id of a tag that is created now; looked up where the answer does not contain it. */
async function createdTag(session: Session, name: string): Promise<number> {
  const { id } = await (await session.api()).inbox.createTag({ body: { name } });
  const message = { what: `the tag "${name}"`, find: 'reach inbox tags' };
  return await createdId(id, message, async () => (await byName(session, name))?.id);
}

/** What happens with the name of an unknown tag: it is refused, also with a hint at `--create`, or the tag is created. */
export type UnknownTag = 'refuse' | 'offer' | 'create';

/** The names that no tag has. */
export async function unknownTags(session: Session, words: readonly string[]): Promise<string[]> {
  const names = [...new Set(words.map((word) => word.trim()).filter((word) => !isIdText(word)))];
  const found = await Promise.all(names.map((name) => byName(session, name)));
  return names.filter((_, at) => found[at] === undefined);
}

/** Ids are taken as they are, names looked up. Exit 5 for an unknown name, unless it is to be created. */
export async function tagIdsOf(
  session: Session,
  words: readonly string[],
  ifUnknown: UnknownTag = 'refuse',
): Promise<number[]> {
  const ids = new Set<number>();
  for (const word of words.map((input) => input.trim())) {
    if (isIdText(word)) {
      ids.add(Number(word));
      continue;
    }
    const known = await byName(session, word);
    if (known !== undefined) ids.add(known.id);
    else if (ifUnknown === 'create') ids.add(await createdTag(session, word));
    else {
      const create = ifUnknown === 'offer' ? '; --create creates it' : '';
      throw new CliError('notFound', 'not_found', `no tag "${word}"`, { hint: `list them: reach inbox tags${create}` });
    }
  }
  return [...ids];
}
