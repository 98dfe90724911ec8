import { listIdentities } from '../resources/identities/identities.ts';
import { listPosts, showPost, showSchedule } from '../resources/social/posts.ts';
import { filters, namesOf, pager } from './forms.ts';
import { html } from './html.ts';
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
      { name: 'identityId', label: 'Identity', options: namesOf(identities) },
      { name: 'reposts', label: 'Reposts', options: [['true', 'with']] },
    ],
  })}${table(
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
