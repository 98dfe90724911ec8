// What a plan may not do by the policy of its folder, as far as only the workspace can answer it.

import { listPages } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, listIn, valueIn } from '../../../contract/json.ts';
import { type Planned, WRITES } from '../../../rules/outreach/plan.ts';
import { referencesIn } from '../../../rules/outreach/references.ts';
import type { Session } from '../../session/session.ts';
import { neverContactOf } from '../../shared/never-contact/entries.ts';
import { assertContactable } from '../../shared/never-contact/guard.ts';
import { CliError } from '../../terminal/exit.ts';
import { isOn } from '../../terminal/settings.ts';
import type { Opened } from './open.ts';

/** Whether applying it lets the workflow run by itself. */
const isPublished = ({ kind, wanted }: Planned): boolean =>
  kind === 'workflow' && wanted !== null && getOwn(wanted.document, 'publish') === true;

const namesIn = ({ kind, wanted }: Planned, referent: 'campaign' | 'list') =>
  wanted === null || kind === 'playbook'
    ? []
    : referencesIn(kind, wanted.document).filter((reference) => reference.referent === referent);

/** Campaigns that a plan starts: those that a workflow which it publishes adds contacts to. */
function startedCampaigns(writes: readonly Planned[]): Map<string, string> {
  const published = writes.filter(isPublished);
  return new Map(published.flatMap((one) => namesIn(one, 'campaign').map(({ name }) => [name, one.key] as const)));
}

/** Contacts named by id in the nodes of a workflow. */
function contactsIn({ wanted }: Planned): number[] {
  return listIn(valueIn(wanted?.document, 'nodes')).flatMap((node) =>
    listIn(valueIn(node, 'inputs', 'leadIds')).filter((id) => typeof id === 'number'),
  );
}

/** The people of campaigns that are written, and of the lists of workflows that are published; read until they are too many. */
async function peopleOf(session: Session, { workspace }: Opened, writes: readonly Planned[], most: number) {
  const { call } = await session.client();
  const published = writes.filter(isPublished);
  const people = new Set<unknown>(published.flatMap(contactsIn));
  const campaigns = writes.flatMap(({ kind, live }) => (kind === 'campaign' && live?.id != null ? [live.id] : []));
  const lists = published
    .flatMap((one) => namesIn(one, 'list'))
    .filter(({ hint }) => hint !== 'COMPANY')
    .flatMap((reference) => workspace.names.idOf(reference) ?? []);
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

/** Exit 3 for a plan that the policy does not allow, naming every reason; or that reaches who must never be contacted. */
export async function assertAllowed(session: Session, opened: Opened, planned: readonly Planned[]): Promise<void> {
  const { maximumPeople, notFromCi = [] } = opened.folder.settings.policy ?? {};
  const writes = planned.filter(({ action }) => WRITES.has(action));
  await assertContactableLists(session, opened, writes);
  const broken: string[] = [];
  if (isOn(session.io.env['CI'])) {
    for (const [campaign, key] of startedCampaigns(writes)) {
      if (notFromCi.includes(campaign))
        broken.push(`${key} adds contacts to "${campaign}", which must not start from CI`);
    }
  }
  if (maximumPeople !== undefined) {
    const people = await peopleOf(session, opened, writes, maximumPeople);
    if (people > maximumPeople) broken.push(`it reaches at least ${people} people, more than ${maximumPeople}`);
  }
  if (broken.length === 0) return;
  const message = `the policy of ${opened.folder.displayed === '.' ? 'the folder' : opened.folder.displayed} does not allow this plan: ${broken.join('; ')}`;
  throw new CliError('refused', 'policy', message, {
    hint: 'policy: of reach.yaml says what is allowed; --target plans less',
  });
}

/** Exit 3 where a workflow that the plan publishes adds someone to a campaign who must never be contacted. */
async function assertContactableLists(session: Session, { folder, workspace }: Opened, writes: readonly Planned[]) {
  if (neverContactOf(session, folder.path) === null) return;
  for (const one of writes.filter(isPublished)) {
    if (namesIn(one, 'campaign').length === 0) continue;
    const named = namesIn(one, 'list');
    // A list that this plan creates has no one yet.
    const lists = named.flatMap((reference) => workspace.names.idOf(reference) ?? []);
    const ids = contactsIn(one);
    if (named.length + ids.length === 0)
      await session.print.warn(
        `${one.key}: the contacts of its runs are not known yet, and not checked for never-contact`,
      );
    else
      await assertContactable(session, { lists, ids }, `${one.key} would add them to a campaign: nothing was sent`, {
        folder: folder.path,
      });
  }
}

/** Exit 3 in CI, where the outreach folder does not let a campaign start from there. */
export function assertStartable(
  { io }: Pick<Session, 'io'>,
  notFromCi: readonly string[],
  campaign: string | null | undefined,
): void {
  if (!isOn(io.env['CI']) || campaign == null || !notFromCi.includes(campaign)) return;
  const message = `the policy of the outreach folder does not let "${campaign}" start from CI`;
  throw new CliError('refused', 'policy', message, { hint: 'start it from a terminal' });
}
