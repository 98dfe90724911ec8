// A campaign for one contact, carried out on the virtual clock: steps in, the whole timeline out.

import { onTestFinished } from 'vitest';
import { assertCounts } from '../../../campaign-counts.ts';
import { EPOCH, openWorld, type World } from '../../../world.ts';

export const HOUR = 3_600_000;

/** A contact that every step reaches: its phone has a WhatsApp account, and it has posted something. */
export const REACHABLE = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', jobTitle: 'Engineer' },
  ...{ professionalEmail: 'ada@analytical.example', networkProfileUrl: 'https://network.example/in/ada' },
  ...{ mobilePhone: '+44 20 0000 0001', companyName: 'Analytical Engines' },
};

/** An event, or a change of the campaign's status. */
type Happening = string | { readonly kind: string; readonly text?: string };

export interface Story {
  readonly steps: readonly unknown[];
  /** Default: reachable. */
  readonly contact?: Readonly<Record<string, unknown>>;
  /** By the hour, whole ones in their order. */
  readonly happens?: Readonly<Record<number, Happening>>;
  /** How long it is watched; default: 30 days. */
  readonly hours?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether contacts do things by themselves; default: no. */
  readonly lively?: boolean;
}

export async function openStory({ steps, contact = REACHABLE, settings = {}, lively = false }: Story): Promise<World> {
  const world = await openWorld();
  await world.control('PATCH', '/_local/features', { 'task-owners': false, engagement: lively });
  await world.control('POST', '/_local/clock', { freeze: true });
  await world.done('PATCH', '/v1/identities/1', { body: { name: 'Robin Hale', email: 'robin@outreach.example' } });
  await world.done('POST', '/v1/contact', { body: contact });
  await world.done('POST', '/v1/campaigns', { body: { name: 'Main', identityId: 1, steps, ...settings } });
  const close = async () => {
    await assertCounts(world.service.store);
    await world.close();
  };
  return { ...world, close };
}

/** The same for one test, closed when it has finished. */
export async function storyForTest(story: Story): Promise<World> {
  const world = await openStory(story);
  onTestFinished(() => world.close());
  return world;
}

export const status = (world: World, word: string, campaignId = 1) =>
  world.done('POST', `/v1/campaign/${campaignId}/status`, { body: { status: word } });

export const add = (world: World, contactId = 1, campaignId = 1) =>
  world.done('POST', '/v1/add-contact-to-campaign', { body: { campaignId, contactId } });

/** Moves the clock to that hour after the start; what falls due on the way happens. */
export async function goTo(world: World, hour: number): Promise<void> {
  const set = new Date(EPOCH + hour * HOUR).toISOString();
  await world.control('POST', '/_local/clock', { set });
}

/** `0h email DONE`: everything that was done for the contact; the hour counts from the start. */
export async function timelineOf(world: World, contactId = 1): Promise<string[]> {
  const rows = await world.service.store.read((tx) =>
    tx.all<{ at: number; type: string; outcome: string; reason: string | null }>(
      'select at, type, outcome, reason from campaign_actions where contact_id = ? order by id',
      contactId,
    ),
  );
  return rows.map(({ at, type, outcome, reason }) => {
    const hour = Math.round(((at - EPOCH) / HOUR) * 100) / 100;
    return `${hour}h ${type} ${outcome}${reason === null ? '' : `: ${reason}`}`;
  });
}

/** How the contact stands in a campaign: `ACTIVE`, or how it ended. */
export async function enrolmentOf(world: World, contactId = 1, campaignId = 1): Promise<string> {
  const row = await world.service.store.read((tx) =>
    tx.one<{ how: string; reason: string | null }>(
      `select coalesce(outcome, status) as how, reason from campaign_contacts where campaign_id = ? and contact_id = ?`,
      campaignId,
      contactId,
    ),
  );
  return row === undefined ? 'NOT THERE' : `${row.how}${row.reason === null ? '' : `: ${row.reason}`}`;
}

/** Starts the campaign with its contact and lets everything happen; the timeline, then how it ended. */
export async function tell(story: Story): Promise<string[]> {
  const world = await openStory(story);
  try {
    await add(world);
    await status(world, 'ACTIVE');
    for (const [hour, what] of Object.entries(story.happens ?? {})) {
      await goTo(world, Number(hour));
      if (typeof what === 'string') await status(world, what);
      else await world.control('POST', '/_local/emit', { contactId: 1, ...what });
    }
    await goTo(world, story.hours ?? 24 * 30);
    if (world.bugs.length > 0) throw world.bugs[0];
    return [...(await timelineOf(world)), await enrolmentOf(world)];
  } finally {
    await world.close();
  }
}

/** Messages of the contact, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
export async function messagesOf(world: World, contactId = 1): Promise<any[]> {
  const { messages } = await world.done('GET', `/v1/inboxes/${contactId}/messages`, { query: { pageSize: 100 } });
  return messages.toReversed();
}
