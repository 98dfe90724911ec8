// The sample workspace's posts with their engagement so far: invented, by the sample identities and some colleagues.

import type { Context } from '../core/context.ts';
import { ensureIdentity } from '../resources/identities/queries/senders.ts';
import { hasPosts, insertPost, stalePosts } from '../resources/social/queries/posts.ts';
import { refreshPost, startRefreshing } from '../resources/social/refresh.ts';

const SAMPLE_AUTHORS = [
  { name: 'Robin Hale', email: 'robin.hale@outreach.example' },
  { name: 'Sasha Brandt', email: 'sasha.brandt@outreach.example' },
  { name: 'Amara Diallo', email: 'amara.diallo@outreach.example' },
  { name: 'Kenji Mori 森健二', email: 'kenji.mori@outreach.example' },
  { name: 'Lena Fischer', email: 'lena.fischer@outreach.example' },
  { name: 'Tomás Rivera', email: 'tomas.rivera@outreach.example' },
] as const;

/** `author` by index into SAMPLE_AUTHORS; `hoursAgo` from the moment it is loaded. */
interface SamplePost {
  readonly author: number;
  readonly hoursAgo: number;
  readonly isRepost: boolean;
  readonly topics: readonly string[];
  readonly targetRoles: readonly string[];
  readonly text: string;
}

type SamplePostRow = readonly [
  author: number,
  hoursAgo: number,
  topics: string,
  targetRoles: string,
  text: string,
  repost?: 'repost',
];

const ROWS: readonly SamplePostRow[] = [
  [
    4,
    1410,
    'hiring',
    'Head of People',
    'We hired eleven people last quarter and wrote down what each interview taught us.',
  ],
  [
    0,
    1222,
    'procurement, buying',
    'Head of Procurement',
    'Nobody buys software in July. Three buyers told us why, and when they do.',
  ],
  [
    2,
    1103,
    'pricing',
    'Chief Financial Officer',
    'A price list nobody has to explain: what changed after we published ours.',
  ],
  [
    1,
    935,
    'outreach',
    'VP Sales, Head of Sales',
    'Short first messages win. 4,000 of ours, sorted by length, and the answers they got.',
  ],
  [
    3,
    871,
    'manufacturing, data',
    'Plant Manager',
    '現場のデータは現場で見る。Plant data belongs on the shop floor, not in a monthly report. 🏭',
  ],
  [0, 744, 'outreach, events', 'Marketing Manager', 'After a fair: who to write to first, and what to leave out.'],
  [
    5,
    690,
    'logistics',
    'Head of Operations, Fleet Manager',
    'Empty runs cost more than fuel. A small sum with large consequences.',
    'repost',
  ],
  [
    2,
    612,
    'pricing, buying',
    'Chief Financial Officer',
    'Discounts are a habit. We stopped for a month; here is the chart.',
  ],
  [1, 505, 'outreach', 'VP Sales', 'Three follow-ups, each with something new in it: a template you may take.'],
  [4, 431, 'hiring, culture', 'Head of People', 'Leaving well: what the last five people who left said about us.'],
  [
    0,
    338,
    'procurement',
    'Head of Procurement, Head of Purchasing',
    'What a buyer reads first in your offer (it is not the price).',
  ],
  [3, 287, 'data', 'Data Engineer, IT Director', 'Ten years of machine logs on one laptop: faster than we thought.'],
  [
    5,
    240,
    'logistics, sustainability',
    'Fleet Manager',
    'Half of our deliveries are electric now. What it did to the plan for the week.',
  ],
  [1, 171, 'outreach, events', 'Head of Partnerships', 'Meet us in Lisbon: we bring questions, not slides.', 'repost'],
  [
    2,
    146,
    'buying',
    'Chief Executive Officer',
    'Why we say no to one request in three, and what happened to the other two.',
  ],
  [0, 98, 'outreach', 'VP Sales, Head of Sales', 'One question that got more answers than all our decks together 👇'],
  [4, 70, 'culture', 'Head of People', 'A week without meetings: what we kept.'],
  [3, 45, 'manufacturing', 'Plant Manager, Head of Engineering', 'Small robots, small batches: notes from a visit.'],
  [
    0,
    26,
    'procurement, data',
    'Head of Procurement',
    'We asked 60 buyers how they find suppliers. The first surprise is in the second chart.',
  ],
  [2, 7, 'pricing', 'Chief Financial Officer', 'New: our prices, with the reasons for each of them.'],
];

const words = (text: string): string[] => text.split(', ');

const SAMPLE_POSTS: readonly SamplePost[] = ROWS.map(([author, hoursAgo, topics, roles, text, repost]) => ({
  author,
  hoursAgo,
  isRepost: repost !== undefined,
  topics: words(topics),
  targetRoles: words(roles),
  text,
}));

const HOUR_MS = 3_600_000;

/** After identities and contacts. Does nothing in a workspace that has posts. */
export async function loadSocial(context: Context): Promise<void> {
  const { tx, principal, now } = context;
  if (await hasPosts(tx, principal.workspaceId)) return;
  const authors: number[] = [];
  for (const author of SAMPLE_AUTHORS) authors.push(await ensureIdentity(tx, principal.workspaceId, author, now));
  for (const { author, hoursAgo, ...post } of SAMPLE_POSTS) {
    const identityId = authors[author];
    if (identityId === undefined) continue;
    await insertPost(tx, principal.workspaceId, { ...post, identityId, postedAt: now - hoursAgo * HOUR_MS });
  }
  for (const post of await stalePosts(tx, principal.workspaceId, now, SAMPLE_POSTS.length))
    await refreshPost(context, post);
  await startRefreshing(context);
}
