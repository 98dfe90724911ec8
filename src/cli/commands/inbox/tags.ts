// reach inbox tags: list them, or create one.

import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { tagView } from '../../shared/views/inbox.ts';
import { UsageError } from '../../terminal/exit.ts';

export const tagsCommand = does(
  () =>
    withLimit(
      writes('tags', {
        summary: 'List the tags of the inbox by name, or create one',
        uses: [routes.inbox.tags, routes.inbox.createTag],
        view: tagView,
        json: [{ list: routes.inbox.tags }, { record: routes.inbox.createTag }],
        output: 'one row per tag; with --create the tag, which may have existed already',
        examples: [
          ['reach inbox tags', 'all tags'],
          ['reach inbox tags --create "Call back" --color "#2563eb"', 'an existing tag of that name is kept'],
        ],
      })
        .option('--create <name>', 'create a tag with this name (up to 50 characters)')
        .option('--color <colour>', 'colour of the new tag, such as #2563eb'),
    ),
  async (session, { create: name, color, dryRun, ...limits }) => {
    if (name === undefined) {
      if (color !== undefined) throw new UsageError('--color needs --create');
      const { call } = await session.client();
      await printListing(session, tagView, limits, (paging) => listPages(call, 'inbox', 'tags', {}, paging));
      return;
    }
    const request = { body: { name, ...(color !== undefined && { color }) } };
    if (dryRun === true) return await printDryRun(session, planned(routes.inbox.createTag, request));
    await session.print.record(tagView, await (await session.api()).inbox.createTag(request));
  },
);
