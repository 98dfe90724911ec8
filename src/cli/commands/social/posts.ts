// reach social posts.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { SocialPost } from '../../../contract/social/endpoints.ts';
import { POST_METRICS } from '../../../contract/social/enums.ts';
import { collect, does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { limitOf, moreText, printListing, withLimit } from '../../shared/limit/limit.ts';
import { identityIdsOf } from '../../shared/lookup/identity.ts';
import { postChart, postView } from '../../shared/views/social.ts';
import { UsageError } from '../../terminal/exit.ts';

const declare = () =>
  withLimit(
    reads('posts', {
      summary: 'List tracked posts with their metrics, newest first',
      description: 'Metrics are refreshed once a day. Counts of accounts leave out teammates and blocklisted contacts.',
      uses: [routes.social.posts, routes.identities.list],
      view: postView,
      output: 'one row per post: impressions, reactions, comments, reposts, engaged accounts, new engagers',
      exits: ['notFound'],
      examples: [
        ['reach social posts --since 2026-11-01 --until 2026-11-30', 'one month, both days included'],
        ['reach social posts --identity "Robin Hale" --sort engagedAccounts --chart', 'the best posts, as bars'],
        ['reach social posts --all -o csv --fields id,postedAt,metrics.impressions', 'for a spreadsheet'],
      ],
      completes: { '--identity': 'identities' },
    })
      .option(
        '--identity <name|ids>',
        'only posts of this identity: name, email or ids separated by commas; repeatable',
        collect,
      )
      .option('--since <day>', 'posted on or after this UTC day')
      .option('--until <day>', 'posted on or before this UTC day')
      .option('--reposts', 'include reposts')
      .addOption(new Option('--sort <metric>', 'sort by this metric, highest first').choices(POST_METRICS))
      .option('--chart', 'bars instead of columns of numbers'),
  );

/** A UTC day. */
function dayOf(text: string, option: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isDay && new Date(Date.parse(text)).toISOString().startsWith(text)) return text;
  throw new UsageError(`${option} ${text} is not a valid day`, { hint: 'give a UTC day such as 2026-11-21' });
}

async function queryOf(session: Session, { identity, since, until, reposts }: OptionsOf<typeof declare>) {
  const ids = identity === undefined ? null : await identityIdsOf(session, identity);
  const [dateFrom, dateTo] = [since && dayOf(since, '--since'), until && dayOf(until, '--until')];
  if (dateFrom && dateTo && dateFrom > dateTo) throw new UsageError(`--since ${dateFrom} is after --until ${dateTo}`);
  return {
    ...(ids !== null && { identityIds: ids.join(',') }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...(reposts === true && { includeReposts: true }),
  };
}

async function posts(session: Session, options: OptionsOf<typeof declare>): Promise<void> {
  const query = await queryOf(session, options);
  const { call } = await session.client();
  if (options.sort === undefined && options.chart !== true) {
    await printListing(session, postView, options, (paging) => listPages(call, 'social', 'posts', { query }, paging));
    return;
  }
  // Sorting needs all posts, not only the newest.
  const limit = limitOf(options);
  const listing = listPages(
    call,
    'social',
    'posts',
    { query },
    {
      limit: options.sort === undefined ? limit : null,
      signal: session.io.interrupt,
    },
  );
  const all: SocialPost[] = [];
  for await (const post of listing) all.push(post);
  const { sort } = options;
  const sorted = sort === undefined ? all : all.toSorted((a, b) => (b.metrics?.[sort] ?? 0) - (a.metrics?.[sort] ?? 0));
  const displayed = limit === null ? sorted : sorted.slice(0, limit);
  await printPosts(session, displayed, options.chart === true);
  if (displayed.length < sorted.length || listing.more === true) {
    await session.print.note(moreText(displayed.length, listing.total, postView));
  }
}

async function printPosts(session: Session, displayed: readonly SocialPost[], isChart: boolean): Promise<void> {
  const { io, settings, print } = session;
  if (!isChart || settings.output !== 'table' || settings.fields !== null || displayed.length === 0) {
    await print.list(postView, displayed);
    return;
  }
  const room = io.stdout.isTTY ? io.stdout.columns : 80;
  await print.text(await postChart(displayed, { room, now: session.now(), paint: print.paint.stdout }));
}

export const postsCommand = does(declare, posts);
