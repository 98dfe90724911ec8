// reach inbox untag.

import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { taggedView } from '../../shared/views/inbox.ts';
import { changeTags, TAGGING, withTagging } from './change-tags.ts';

export const untagCommand = does(
  () =>
    withTagging(
      writes('untag', {
        summary: 'Remove tags from contacts, or from their conversations with one sender',
        description: TAGGING,
        uses: [routes.inbox.removeTags, routes.inbox.tags, routes.identities.list, routes.contacts.search],
        view: taggedView,
        json: { each: routes.inbox.removeTags },
        output: 'one row per contact, as it is done',
        exits: ['bad', 'notFound', 'conflict'],
        replaces: true,
        examples: [
          ['reach inbox untag 4711 --tag Interested', 'from the contact and all its conversations'],
          ['reach inbox untag ada@engines.example --tag 3 --from 2', 'from the conversations with one sender'],
          ['reach inbox threads --tag "Not now" --all -o id | reach inbox untag - --tag "Not now"', 'from everyone'],
        ],
      }),
    ),
  (session, contacts, options) => changeTags(session, contacts, options, 'untag'),
);
