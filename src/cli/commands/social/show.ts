// reach social show.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { anyId } from '../../shared/lookup/ids.ts';
import { postView, reactionChart } from '../../shared/views/social.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../shared/web/with-web.ts';

export const showCommand = does(
  () =>
    withWeb(
      reads('show', {
        summary: 'Show one tracked post',
        uses: [routes.social.post],
        view: postView,
        output: 'the post with its metrics; on a terminal with its reactions as bars',
        exits: ['notFound'],
        examples: [
          ['reach social show 7', 'as a card'],
          ['reach social show 7 --json --fields metrics', 'for a script'],
        ],
        optionsNotForAgents: PERSON_ONLY,
      }),
    ).argument('<post>', 'id of the post'),
  async (session, text, { web }) => {
    const { io, print, settings } = session;
    const post = await (await session.api()).social.post({ params: { postId: anyId(session, text, 'post') } });
    if (web) return await openInWeb(session, 'post', text, post);
    const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
    if (!isForPerson) return await print.record(postView, post);
    const { reactionsByType: _drawn, ...metrics } = post.metrics ?? {};
    await print.record(postView, { ...post, metrics });
    const chart = reactionChart(post, { room: io.stdout.columns, paint: print.paint.stdout });
    if (chart !== '') await print.text(`\n${chart}`);
  },
);
