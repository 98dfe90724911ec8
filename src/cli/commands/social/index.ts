import { Option } from 'commander';
import type { ListOptions } from '../../../client/answers/listing.ts';
import { collected, listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { REACTION_TYPES } from '../../../contract/campaigns/enums.ts';
import { counted } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { SocialPost } from '../../../contract/social/endpoints.ts';
import { POST_METRICS } from '../../../contract/social/enums.ts';
import { isDay } from '../../../rules/days.ts';
import {
  asksFirst,
  type BuildGroup,
  collect,
  does,
  groupByVerb,
  type OptionsOf,
  reads,
} from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { withExpect } from '../../shared/effects/expected.ts';
import { limitOf, moreText, printListing, withLimit } from '../../shared/limit.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { checkIdentityIds, identityIdsOf, knownWords } from '../../shared/lookup/by-name.ts';
import { anyId } from '../../shared/lookup/match.ts';
import { postChart, postView, reactionChart, reactionView, scheduleView } from '../../shared/views/social.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { isForPerson, isWords, wholeNumber } from '../../terminal/settings.ts';

const declarePosts = () =>
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

function dayOf(text: string, option: string): string {
  if (isDay(text)) return text;
  throw new UsageError(`${option} ${text} is not a valid day`, { hint: 'give a UTC day such as 2026-11-21' });
}

async function queryOf(session: Session, { identity, since, until, reposts }: OptionsOf<typeof declarePosts>) {
  const ids = identity === undefined ? null : await identityIdsOf(session, identity);
  await checkIdentityIds(session, ids ?? []);
  const [dateFrom, dateTo] = [since && dayOf(since, '--since'), until && dayOf(until, '--until')];
  if (dateFrom && dateTo && dateFrom > dateTo) throw new UsageError(`--since ${dateFrom} is after --until ${dateTo}`);
  return {
    ...(ids !== null && { identityIds: ids.join(',') }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...(reposts === true && { includeReposts: true }),
  };
}

async function printPosts(session: Session, displayed: readonly SocialPost[], isChart: boolean): Promise<void> {
  const { io, settings, print } = session;
  if (!isChart || !isWords(settings) || displayed.length === 0) return void (await print.list(postView, displayed));
  const room = io.stdout.isTTY ? io.stdout.columns : 80;
  await print.text(await postChart(displayed, { room, now: session.now(), paint: print.paint.stdout }));
}

const postsCommand = does(declarePosts, async (session, options) => {
  const query = await queryOf(session, options);
  const { call } = await session.client();
  const open = (paging: ListOptions) => listPages(call, 'social', 'posts', { query }, paging);
  if (options.sort === undefined && options.chart !== true) {
    await printListing(session, postView, options, open);
    return;
  }
  // Sorting needs all posts, not only the newest.
  const limit = limitOf(options);
  const most = { limit: options.sort === undefined ? limit : null, signal: session.io.interrupt };
  const listing = open(most);
  const all = await collected(listing);
  const { sort } = options;
  const sorted = sort === undefined ? all : all.toSorted((a, b) => (b.metrics?.[sort] ?? 0) - (a.metrics?.[sort] ?? 0));
  const displayed = limit === null ? sorted : sorted.slice(0, limit);
  await printPosts(session, displayed, options.chart === true);
  for (const note of listing.notes) await session.print.note(note);
  if (displayed.length < sorted.length || listing.more === true) {
    await session.print.note(moreText(displayed.length, listing.total, postView));
  }
});

const showCommand = does(
  () =>
    readsOne('show', {
      summary: 'Show one tracked post',
      uses: [routes.social.post],
      view: postView,
      output: 'the post with its metrics; on a terminal with its reactions as bars',
      exits: ['notFound'],
      examples: [
        ['reach social show 7', 'as a card'],
        ['reach social show 7 --json --fields metrics', 'for a script'],
      ],
    }).argument('<post>', 'id of the post'),
  async (session, text, { web }) => {
    const { io, print } = session;
    const post = await (await session.api()).social.post({ params: { postId: anyId(session, text, 'post') } });
    if (web) return await openInWeb(session, 'post', text, post);
    if (!isForPerson(session)) return await print.record(postView, post);
    const { reactionsByType: _drawn, ...metrics } = post.metrics ?? {};
    await print.record(postView, { ...post, metrics });
    const chart = reactionChart(post, { room: io.stdout.columns, paint: print.paint.stdout });
    if (chart !== '') await print.text(`\n${chart}`);
  },
);

const declareReact = () =>
  withExpect(
    asksFirst('react', {
      summary: 'Schedule reactions of identities to a post, spread over time',
      description: 'Asks for confirmation. The author and identities that have already reacted are skipped.',
      uses: [routes.social.react, routes.social.post, routes.identities.list],
      view: reactionView,
      json: { record: routes.social.react },
      output: 'who reacts when, and the link to the schedule; JSON is the answer of the service',
      exits: ['notFound'],
      irreversible: true,
      examples: [
        ['reach social react 7 --amount 3', 'three random identities'],
        ['reach social react 7 --identities 2,3 --types LIKE,PRAISE --yes', 'these two, without asking'],
        ['reach social react 7 --amount 5 --dry-run', 'what would change; nothing is sent'],
      ],
    })
      .argument('<post>', 'id of the post')
      .option('--amount <n>', 'this many random identities')
      .option(
        '--identities <identity>',
        'exactly these: a name, an email or ids separated by commas; repeatable',
        collect,
      )
      .option('--types <reactions>', `separated by commas: ${REACTION_TYPES.join(', ')} (LIKE)`)
      .option('--include-author', 'the author may react, too'),
  );

async function bodyOf(session: Session, options: OptionsOf<typeof declareReact>) {
  const { amount, identities, types, includeAuthor } = options;
  if ((amount === undefined) === (identities === undefined)) {
    throw new UsageError('give either --amount N (random identities) or --identities');
  }
  const most = isLocal(session) ? LIMITS.socialReactions : Number.MAX_SAFE_INTEGER;
  return {
    ...(amount !== undefined && { amount: wholeNumber(amount, '--amount', 1, most) }),
    ...(identities !== undefined && { identityIds: await identityIdsOf(session, identities) }),
    ...(types !== undefined && { reactionTypes: knownWords('--types', [types], REACTION_TYPES) }),
    ...(includeAuthor === true && { skipAuthor: false }),
  };
}

/** For a person: who reacts when, and the link to change it. For a program: the answer. */
async function printSchedule(
  session: Session,
  schedule: {
    readonly appUrl?: string | undefined;
    readonly reactions?: readonly unknown[] | undefined;
    readonly skipped?:
      | readonly { readonly identityId?: number | undefined; readonly reason?: string | undefined }[]
      | undefined;
  },
): Promise<void> {
  const { print } = session;
  for (const { identityId, reason } of schedule.skipped ?? []) {
    await print.note(
      `identity ${identityId ?? '-'} does not react: ${reason === 'AUTHOR' ? 'it is the author (--include-author)' : 'it has already reacted'}`,
    );
  }
  if (!isForPerson(session) || !schedule.reactions) {
    return await print.record(scheduleView, schedule);
  }
  await print.list(reactionView, schedule.reactions);
  if (schedule.appUrl !== undefined) await print.foreign(`\n${schedule.appUrl}\n`);
}

/** The service refuses a post that does not exist: so does a dry run, where the key may read posts. */
async function assertPost(session: Session, postId: AnyId): Promise<void> {
  await (await session.api()).social.post({ params: { postId } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status === 404) throw error;
  });
}

const reactCommand = does(declareReact, async (session, text, options) => {
  const postId = anyId(session, text, 'post');
  const body = await bodyOf(session, options);
  const request = { params: { postId }, body };
  if (options.dryRun === true && session.showRequests !== true) await assertPost(session, postId);
  const act = `Let ${counted(body.amount ?? body.identityIds?.length ?? 0, 'identity')} react to post ${postId}`;
  if (!(await isApproved(session, planned(routes.social.react, request), options, { act }))) return;
  await printSchedule(session, await (await session.api()).social.react(request));
});

export const social: BuildGroup = (deps) =>
  groupByVerb(deps, {
    posts: postsCommand,
    show: showCommand,
    react: reactCommand,
  });
