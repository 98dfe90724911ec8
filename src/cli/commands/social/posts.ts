// reach social posts and show: what was posted, and what came of it.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { SocialPost } from '../../../contract/social/endpoints.ts';
import { POST_METRICS, type PostMetric } from '../../../contract/social/enums.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { postChart, postView, reactionChart } from '../../output/views/social.ts';
import { type LimitOptions, limitOf, printListing, withLimit } from '../../shared/limit/limit.ts';
import { identityIdsOf } from '../../shared/lookup/identity.ts';
import { idOf } from '../../shared/lookup/ids.ts';

interface Flags extends LimitOptions {
  readonly identity?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly reposts?: boolean;
  readonly sort?: PostMetric;
  readonly chart?: boolean;
}

/** A UTC day; `what` is the flag. */
function dayOf(text: string, what: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isDay && new Date(Date.parse(text)).toISOString().startsWith(text)) return text;
  throw new UsageError(`${what} ${text} is no day`, { hint: 'days are UTC days such as 2026-11-21' });
}

async function queryOf(session: Session, { identity, since, until, reposts }: Flags) {
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

async function posts(session: Session, flags: Flags): Promise<void> {
  const query = await queryOf(session, flags);
  const { call } = await session.client({ sustained: limitOf(flags) === null || flags.sort !== undefined });
  if (flags.sort === undefined && flags.chart !== true) {
    return await printListing(session, postView, flags, (options) =>
      listPages(call, 'social', 'posts', { query }, options),
    );
  }
  // The best of all, not the best of the newest: sorting reads everything first.
  const limit = limitOf(flags);
  const listing = listPages(
    call,
    'social',
    'posts',
    { query },
    {
      limit: flags.sort === undefined ? limit : null,
      signal: session.io.interrupt,
    },
  );
  const all: SocialPost[] = [];
  for await (const post of listing) all.push(post);
  const { sort } = flags;
  const sorted = sort === undefined ? all : all.toSorted((a, b) => b.metrics[sort] - a.metrics[sort]);
  const shown = limit === null ? sorted : sorted.slice(0, limit);
  await printPosts(session, shown, flags.chart === true);
  if (shown.length < sorted.length || listing.more === true) {
    const of = listing.total === null ? '' : ` of ${listing.total}`;
    await session.print.note(`${shown.length}${of} posts shown, more available: use --limit N or --all`);
  }
}

async function printPosts(session: Session, shown: readonly SocialPost[], isChart: boolean): Promise<void> {
  const { io, settings, print } = session;
  if (!isChart || settings.output !== 'table' || settings.fields !== null || shown.length === 0) {
    await print.list(postView, shown);
    return;
  }
  const room = io.stdout.isTTY ? io.stdout.columns : 80;
  await print.text(await postChart(shown, { room, now: session.now(), paint: print.paint.stdout }));
}

export function postsCommand(deps: Deps) {
  const command = leaf('posts', {
    summary: 'Tracked posts with their metrics, newest first',
    description:
      'Metrics are those of the last daily refresh. Teammates and blocklisted contacts are in no count of accounts.',
    uses: [routes.social.posts, routes.identities.list],
    output: 'one row a post: how often it was seen, reactions, comments, reposts, engaged accounts, new engagers',
    exits: ['notFound'],
    examples: [
      ['reach social posts --since 2026-11-01 --until 2026-11-30', 'a month, both days included'],
      ['reach social posts --identity "Robin Hale" --sort engagedAccounts --chart', 'what works best, as bars'],
      ['reach social posts --all -o csv --fields id,postedAt,metrics.impressions', 'for a spreadsheet'],
    ],
  })
    .option(
      '--identity <name|ids>',
      'only posts of this identity, by name, e-mail or ids separated by commas; repeat it',
      collect,
    )
    .option('--since <day>', 'posted on this UTC day or later')
    .option('--until <day>', 'posted on this UTC day or earlier')
    .option('--reposts', 'reposts, too')
    .addOption(new Option('--sort <metric>', 'the most of this first').choices([...POST_METRICS]))
    .option('--chart', 'bars instead of columns of numbers');
  return doesUntyped(deps, withLimit(command), posts);
}

async function show(session: Session, text: string): Promise<void> {
  const { io, print, settings } = session;
  const post = await (await session.api()).social.post({ params: { postId: idOf(text, 'post') } });
  await print.record(postView, post);
  if (settings.output !== 'table' || settings.fields !== null || !io.stdout.isTTY) return;
  const chart = reactionChart(post, { room: io.stdout.columns, paint: print.paint.stdout });
  if (chart !== '') await print.text(`\n${chart}`);
}

export function showCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('show', {
      summary: 'Show one tracked post',
      uses: [routes.social.post],
      output: 'the post with its metrics; at a terminal its reactions as bars',
      exits: ['notFound'],
      examples: [
        ['reach social show 7', 'as a card'],
        ['reach social show 7 --json --fields metrics', 'for a script'],
      ],
    }).argument('<post>', 'id of the post'),
    show,
  );
}
