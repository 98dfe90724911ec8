// What a plan may not do by the policy of its folder, as far as only the workspace can answer it.

import { listPages } from '../../../client/answers/pages.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { getOwn, has, listIn, valueIn } from '../../../contract/json.ts';
import { isSameName } from '../../../rules/nearest.ts';
import { type Planned, WRITES } from '../../../rules/outreach/plan.ts';
import { linked } from '../../../rules/outreach/references.ts';
import type { Session } from '../../session/session.ts';
import { helpful } from '../../shared/approval.ts';
import { neverContactOf } from '../../shared/never-contact/entries.ts';
import { assertContactable } from '../../shared/never-contact/guard.ts';
import { audienceOf, nodesOf, type PublishedNodes } from '../../shared/never-contact/workflow-audience.ts';
import { CliError } from '../../terminal/exit.ts';
import { isOn } from '../../terminal/settings.ts';
import type { Opened } from './open.ts';

interface Published extends PublishedNodes {
  readonly key: string;
  /** The campaigns that it adds contacts to by name; by id where the name is not read yet. */
  readonly campaigns: readonly AnyId[];
  /** Whether this plan creates the list that it begins with: no one is on it yet. */
  readonly isOfNewList: boolean;
}

/** The workflows that applying them lets run by themselves. */
const publishedIn = (writes: readonly Planned[], { names }: Opened['workspace']): Published[] =>
  writes.flatMap(({ kind, key, wanted }) => {
    if (kind !== 'workflow' || wanted === null || getOwn(wanted.document, 'publish') !== true) return [];
    const linkedDocument = linked(kind, wanted.document, (reference) => names.idOf(reference));
    const nodes = nodesOf({ plan: { nodes: listIn(valueIn(linkedDocument, 'nodes')) } });
    const campaigns = nodes.inputs.flatMap(({ campaign, campaignId }) => {
      if (typeof campaign === 'string') return campaign.trim();
      return isId(campaignId) ? (names.nameOf('campaign', String(campaignId)) ?? campaignId) : [];
    });
    const isOfNewList = nodes.entries.some((one) => has(one, 'list'));
    return [{ key, campaigns, isOfNewList, ...nodes }];
  });

/** The people of campaigns that are written, and of the lists of workflows that are published; read until they are too many. */
async function peopleOf(session: Session, writes: readonly Planned[], published: readonly Published[], most: number) {
  const { call } = await session.client();
  const audiences = published.flatMap(({ entries }) => entries.flatMap((one) => audienceOf(one) ?? []));
  const people = new Set<unknown>(audiences.flatMap(({ ids = [] }) => ids));
  const campaigns = writes.flatMap(({ kind, live }) => (kind === 'campaign' && live?.id != null ? [live.id] : []));
  const lists = audiences.flatMap((one) => one.lists ?? []);
  const filters: Readonly<Record<string, AnyId[]>>[] = [
    ...(campaigns.length > 0 ? [{ campaigns }] : []),
    ...(lists.length > 0 ? [{ leadsGroup: lists }] : []),
  ];
  for (const include of filters) {
    const listing = listPages(call, 'contacts', 'search', { body: { include } }, { signal: session.io.interrupt });
    for await (const { id } of listing) {
      if (people.size > most) return Math.max(people.size, listing.total ?? 0);
      people.add(id);
    }
  }
  return people.size;
}

async function campaignName(session: Session, campaignId: AnyId): Promise<string> {
  const found = await helpful((await session.api()).campaigns.get({ params: { campaignId } }));
  return found?.name ?? String(campaignId);
}

/** Campaigns that the plan starts: those that a workflow which it publishes adds contacts to. */
async function startedFromCi(session: Session, published: readonly Published[], notFromCi: readonly string[]) {
  const broken: string[] = [];
  for (const { key, campaigns } of published)
    for (const campaign of campaigns) {
      const name = typeof campaign === 'number' ? await campaignName(session, campaign) : campaign;
      if (isNamed(notFromCi, name)) broken.push(`${key} adds contacts to "${name}", which must not start from CI`);
    }
  return broken;
}

/** Exit 3 for a plan that the policy does not allow, naming every reason; or that reaches who must never be contacted. */
export async function assertAllowed(session: Session, opened: Opened, planned: readonly Planned[]): Promise<void> {
  const { folder, workspace } = opened;
  const { maximumPeople, notFromCi = [] } = folder.settings.policy ?? {};
  const writes = planned.filter(({ action }) => WRITES.has(action));
  const published = publishedIn(writes, workspace);
  await assertContactableAudiences(session, folder.path, published);
  const broken =
    isOn(session.io.env['CI']) && notFromCi.length > 0 ? await startedFromCi(session, published, notFromCi) : [];
  if (maximumPeople !== undefined) {
    const people = await peopleOf(session, writes, published, maximumPeople);
    if (people > maximumPeople) broken.push(`it reaches at least ${people} people, more than ${maximumPeople}`);
  }
  if (broken.length === 0) return;
  const message = `the policy of ${folder.displayed === '.' ? 'the folder' : folder.displayed} does not allow this plan: ${broken.join('; ')}`;
  throw new CliError('refused', 'policy', message, {
    hint: 'policy: of reach.yaml says what is allowed; --target plans less',
  });
}

/** Exit 3 where a workflow that the plan publishes adds someone to a campaign who must never be contacted. */
async function assertContactableAudiences(session: Session, folder: string, published: readonly Published[]) {
  if (neverContactOf(session, folder) === null) return;
  for (const { key, campaigns, entries, isOfNewList } of published) {
    if (campaigns.length === 0) continue;
    const audiences = entries.flatMap((one) => audienceOf(one) ?? []);
    if (audiences.length === 0 && !isOfNewList)
      await session.print.warn(`${key}: the contacts of its runs are not known yet, and not checked for never-contact`);
    for (const audience of audiences)
      await assertContactable(session, audience, `${key} would add them to a campaign: nothing was sent`, { folder });
  }
}

const isNamed = (names: readonly string[], name: string): boolean =>
  names.some((one) => isSameName(one.trim(), name.trim()));

/** Exit 3 in CI, where the outreach folder does not let a campaign start from there. */
export function assertStartable(
  { io }: Pick<Session, 'io'>,
  notFromCi: readonly string[],
  campaign: string | null | undefined,
): void {
  if (!isOn(io.env['CI']) || campaign == null || !isNamed(notFromCi, campaign)) return;
  const message = `the policy of the outreach folder does not let "${campaign}" start from CI`;
  throw new CliError('refused', 'policy', message, { hint: 'start it from a terminal' });
}
