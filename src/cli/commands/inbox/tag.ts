// reach inbox tag.

import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { taggedView } from '../../shared/views/inbox.ts';
import { changeTags, TAGGING, withTagging } from './change-tags.ts';

export const tagCommand = does(
  () =>
    withTagging(
      writes('tag', {
        summary: 'Add tags to contacts, or to their conversations with one sender',
        description: TAGGING,
        uses: [routes.inbox.addTags, routes.inbox.tags, routes.identities.list, routes.contacts.search],
        view: taggedView,
        json: { each: routes.inbox.addTags },
        output: 'one row per contact, as it is done',
        exits: ['bad', 'notFound', 'conflict'],
        examples: [
          ['reach inbox tag 4711 --tag Interested', 'in all conversations of the contact'],
          ['reach inbox tag 4711 4712 --tag Hot --create --from "Robin Hale"', 'with one sender; a new tag'],
          ['reach contacts search --include jobTitle=CTO --all -o id | reach inbox tag - --tag CTO', 'from a search'],
        ],
      }),
    ).option('--create', 'create the tag if it does not exist'),
  (session, contacts, options) => changeTags(session, contacts, options, 'tag'),
);
