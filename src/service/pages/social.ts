// Social posts with their metrics as charts, and requests for reactions.

import { largest } from '../../contract/extremes.ts';
import { listIdentities } from '../resources/identities/identities.ts';
import { listPosts, type PostView, showPost, showSchedule } from '../resources/social/posts.ts';
import { filters, pager } from './forms.ts';
import { type Html, html } from './html.ts';
import { idIn, type PageView, pageOf } from './page.ts';
import { badge, bars, excerpt, facts, fullTime, grouped, link, prose, table, time } from './parts.ts';

const OFFERED = 100;

export const posts: PageView = async (page) => {
  const identityId = idIn(page, 'identityId');
  const query = {
    ...pageOf(page),
    includeReposts: page.query.get('reposts') === 'true',
    ...(identityId !== undefined && { identityIds: [identityId] }),
  };
  const [found, { identities }] = await page.read(async (context) => [
    await listPosts(context, query),
    await listIdentities(context, { page: 1, pageSize: OFFERED }),
  ]);
  const body = html`<h1>Social posts</h1>${filters(page, {
    choices: [
      {
        name: 'identityId',
        label: 'Identity',
        options: identities.map(({ id, name }) => [String(id), name ?? String(id)]),
      },
      { name: 'reposts', label: 'Reposts', options: [['true', 'with']] },
    ],
  })}${found.posts.length > 0 && chart(found.posts)}${table(
    found.posts,
    [
      {
        key: 'text',
        title: 'Post',
        cell: ({ id, text }) => link(excerpt(text, 90) || `Post ${id}`, 'social-selling/posts', String(id)),
      },
      { key: 'identityName', cell: ({ identityId: by, identityName }) => link(identityName, 'identities', by) },
      { key: 'postedAt', cell: ({ postedAt }) => time(postedAt, page.clock) },
      { key: 'metrics.impressions', cell: ({ metrics }) => grouped(metrics.impressions), isNumber: true },
      { key: 'metrics.reactions', cell: ({ metrics }) => grouped(metrics.reactions), isNumber: true },
      { key: 'metrics.comments', cell: ({ metrics }) => grouped(metrics.comments), isNumber: true },
      { key: 'metrics.reposts', cell: ({ metrics }) => grouped(metrics.reposts), isNumber: true },
      { key: 'metrics.engagedAccounts', cell: ({ metrics }) => grouped(metrics.engagedAccounts), isNumber: true },
    ],
    { empty: 'No post matches.', idOf: ({ id }) => String(id) },
  )}${pager(page, found)}`;
  return { title: 'Social posts', body };
};

const WIDTH = 760;
const HEIGHT = 160;
const FOOT = 18;

/** Impressions of the posts shown, oldest first, one column each. */
function chart(displayed: readonly PostView[]): Html {
  const inOrder = displayed.toReversed();
  const most = Math.max(1, largest(inOrder.map(({ metrics }) => metrics.impressions)));
  const step = WIDTH / inOrder.length;
  const columns = inOrder.map(({ metrics, text }, at) => {
    const height = Math.round(((HEIGHT - FOOT - 14) * metrics.impressions) / most);
    const [x, y] = [Math.round(at * step + step * 0.15), HEIGHT - FOOT - height];
    return html`<g><title>${`${grouped(metrics.impressions)} impressions: ${excerpt(text, 60)}`}</title><rect class="column" x="${x}" y="${y}" width="${Math.max(1, Math.round(step * 0.7))}" height="${height}" rx="2"/></g>`;
  });
  const [first, last] = [inOrder[0]?.postedAt.slice(0, 10) ?? '', inOrder.at(-1)?.postedAt.slice(0, 10) ?? ''];
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" aria-label="Impressions by post, at most ${grouped(most)}">${columns}<text x="0" y="11">${grouped(most)} impressions</text><text x="0" y="${HEIGHT - 4}">${first}</text><text x="${WIDTH}" y="${HEIGHT - 4}" text-anchor="end">${last}</text></svg>`;
}

export const post: PageView = async ({ read, clock }, id) => {
  const displayed = await read((context) => showPost(context, id));
  const { metrics } = displayed;
  const byType = Object.entries(metrics.reactionsByType).map(([type, n]) => [badge(type), n] as const);
  const words = (list: readonly string[]) => list.join(', ');
  const body = html`<h1>Post ${id}</h1><section class="card">${facts([
    ['Identity', link(displayed.identityName, 'identities', displayed.identityId)],
    ['Posted', fullTime(displayed.postedAt, clock)],
    ['Repost', displayed.isRepost && 'yes'],
    ['Topics', words(displayed.topics)],
    ['Target roles', words(displayed.targetRoles)],
    ['Refreshed', metrics.refreshedAt !== null && fullTime(metrics.refreshedAt, clock)],
  ])}${prose(displayed.text)}</section>
<div class="cards"><section class="card"><h2>Metrics</h2>${bars([
    ['Impressions', metrics.impressions],
    ['Reactions', metrics.reactions],
    ['Comments', metrics.comments],
    ['Reposts', metrics.reposts],
    ['Engaged accounts', metrics.engagedAccounts],
    ['New engagers', metrics.newEngagers],
  ])}</section><section class="card"><h2>Reactions</h2>${byType.length > 0 ? bars(byType) : html`<p class="soft">None yet.</p>`}</section></div>`;
  return { title: `Post ${id}`, body };
};

export const schedule: PageView = async ({ read, clock }, id) => {
  const displayed = await read((context) => showSchedule(context, id));
  const body = html`<h1>Request ${id} for reactions</h1><p>To ${link(`post ${displayed.postId}`, 'social-selling/posts', displayed.postId)}, ${fullTime(displayed.createdAt, clock)}</p>${table(
    displayed.reactions,
    [
      { key: 'identityName', cell: ({ identityId, identityName }) => link(identityName, 'identities', identityId) },
      { key: 'reactionType', cell: ({ reactionType }) => badge(reactionType) },
      { key: 'scheduledAt', cell: ({ scheduledAt }) => fullTime(scheduledAt, clock) },
      { key: 'doneAt', title: 'Done', cell: ({ doneAt }) => time(doneAt, clock) },
    ],
    { empty: 'No reaction.', idOf: ({ identityId }) => identityId },
  )}`;
  return { title: `Request ${id} for reactions`, body };
};
