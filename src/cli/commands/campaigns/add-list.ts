import { counted, firstOf } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { approveEnrolment, listText } from '../../shared/approval.ts';
import { withSafeguards } from '../../shared/effects/expected.ts';
import { reachedBy } from '../../shared/effects/targets.ts';
import { campaignIdOf } from '../../shared/lookup/by-name.ts';
import { checkListId, listIdOf } from '../../shared/lookup/list.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';
import { noteLeftOut, type Screened, screened } from '../../shared/never-contact/guard.ts';
import { withContactedWithin, withinOf } from '../../shared/never-contact/recently-contacted.ts';
import { isOfOne, printOneByOne } from '../../shared/one-by-one.ts';
import { CONTACT } from '../../shared/records/entity.ts';
import { addedContactView, addedListView } from '../../shared/views/campaigns.ts';
import { isApproved, planned, type WriteOptions } from '../../shared/write.ts';
import { CliError, type ExitName } from '../../terminal/exit.ts';
import { harmless, type View } from '../../terminal/formats/cells.ts';

const declareAddContact = () =>
  withSafeguards(
    withContactedWithin(
      asksFirst('add-contact', {
        summary: 'Add contacts to a campaign',
        description:
          'Asks first if the campaign is ACTIVE: it messages them, and messages cannot be unsent. Leaves out whom reach never-contact covers.',
        uses: [routes.campaigns.addContact, routes.campaigns.list, routes.campaigns.get, routes.contacts.search],
        view: addedContactView,
        json: 'list',
        output:
          'one row per contact: ADDED, REACTIVATED, ALREADY_PRESENT, or SKIPPED, FAILED, NEVER_CONTACT or RECENTLY_CONTACTED with the reason',
        exits: ['bad', 'notFound'],
        irreversible: true,
        examples: [
          ['reach campaign add-contact 12 4711,ada@example.com', 'by id, by email'],
          [
            'reach contacts search --include jobTitle=CTO -o id | reach campaign add-contact "Q3 launch" - --yes',
            'from a search',
          ],
        ],
      }),
    ),
  )
    .argument('<campaign>', 'id or name of the campaign')
    .argument('<contacts>', 'ids, emails or names, separated by commas (- = standard input)');

/** Before contacts are added one by one. */
async function mayAdd(session: Session, campaignId: AnyId, allowed: readonly number[], options: WriteOptions) {
  const calls = allowed.map((contactId) => planned(routes.campaigns.addContact, { body: { campaignId, contactId } }));
  const size = allowed.length;
  // The service refuses each of them, and the command says so of each.
  if (options.dryRun && size > 1) {
    const { status } = await (await session.api()).campaigns.get({ params: { campaignId } });
    if (status === 'COMPLETED')
      throw new CliError(
        'bad',
        'conflict',
        `campaign ${campaignId} is COMPLETED: none of ${size} contacts would be added`,
      );
  }
  const whom = async () => ({ text: counted(size, 'contact'), size });
  const ask = size === 0 ? undefined : () => approveEnrolment(session, campaignId, whom);
  return await isApproved(session, calls, options, { ask });
}

export const addContactCommand = does(
  declareAddContact,
  async (session, text, contacts, { contactedWithin, ...options }) => {
    const withinMs = withinOf(session, contactedWithin);
    const ids = await recordIdsOf(session, 'contact', [contacts]);
    const campaignId = await campaignIdOf(session, text);
    const found = await screened(session, { ids }, { withinMs, campaignId });
    const leftOut = new Map((found?.leftOut ?? []).map((one) => [one.contactId, one]));
    const allowed = ids.filter((id) => !leftOut.has(id));
    let isBad = allowed.length === 0;
    await noteLeftOut(session, [...leftOut.values()]);
    if (options.dryRun) {
      // The service refuses a campaign or contact that does not exist.
      await (await session.api()).campaigns.get({ params: { campaignId } });
      await reachedBy(session, { entity: CONTACT, ids }).catch(async (error: unknown) => {
        if (ids.length === 1 || !(error instanceof CliError)) throw error;
        await session.print.warn(`${error.message}: the others are added`);
        isBad = true;
      });
    }
    if (!(await mayAdd(session, campaignId, allowed, options))) return isBad ? 'bad' : 'done';
    const { api } = await session.client();
    const exit = await printOneByOne(session, addedContactView, ids, {
      work: async (contactId) => {
        const one = leftOut.get(contactId);
        if (one !== undefined) return { campaignId, ...one };
        return { campaignId, contactId, ...(await api.campaigns.addContact({ body: { campaignId, contactId } })) };
      },
      refused: (contactId, reason) => ({ campaignId, contactId, outcome: 'FAILED', reason }),
      shared: () => api.campaigns.get({ params: { campaignId } }),
    });
    return isBad ? 'bad' : exit;
  },
);

const declare = () =>
  withSafeguards(
    withContactedWithin(
      asksFirst('add-list', {
        summary: 'Add every contact of a list to a campaign',
        description:
          'Asks first if the campaign is ACTIVE: it messages them, and messages cannot be unsent. Where reach never-contact covers some of them, the others are added one by one.',
        uses: [
          routes.campaigns.addContactGroup,
          routes.campaigns.addContact,
          routes.campaigns.list,
          routes.campaigns.get,
          routes.lists.list,
          routes.contacts.search,
        ],
        view: addedListView,
        output:
          'how many were added, reactivated, already in it, skipped, and left out; who was skipped or left out, and why',
        exits: ['bad', 'notFound'],
        irreversible: true,
        examples: [
          ['reach campaign add-list "Q3 launch" "ICP DACH"', 'by name'],
          ['reach campaign add-list 12 3 --json', 'by id'],
        ],
      }),
    ),
  )
    .argument('<campaign>', 'id or name of the campaign')
    .argument('<list>', 'name or id of the list');

export const addListCommand = does(declare, async (session, text, list, { contactedWithin, ...options }) => {
  const withinMs = withinOf(session, contactedWithin);
  const campaignId = await campaignIdOf(session, text);
  const contactGroupId = await listIdOf(session, list, 'CONTACT');
  const found = await screened(session, { lists: [contactGroupId] }, { withinMs, campaignId });
  if (found?.allowed.length === 0 && found.leftOut.length === 0) await checkListId(session, list, 'CONTACT');
  // A plan names each of them.
  if (found !== null && (found.leftOut.length > 0 || session.savePlan !== undefined)) {
    return await addTheOthers(session, { campaignId, contactGroupId }, found, options);
  }
  const body = { campaignId, contactGroupId };
  const request = planned(routes.campaigns.addContactGroup, { body });
  const ask = () => approveEnrolment(session, campaignId, () => listText(session, contactGroupId));
  if (!(await isApproved(session, request, options, { ask }))) return;
  await printAdded(session, await (await session.api()).campaigns.addContactGroup({ body }));
});

type Added = Awaited<ReturnType<Api['campaigns']['addContactGroup']>>;

async function printAdded(session: Session, added: Added, view: View = addedListView): Promise<void> {
  await session.print.record(view, added);
  for (const line of skippedLines(added)) await session.print.note(harmless(line));
}

const withLeftOut: View = {
  ...addedListView,
  columns: [...addedListView.columns, { key: 'leftOut', kind: 'number' }],
};

/** The interface adds a whole list or one contact: those who may be contacted are added one by one. */
async function addTheOthers(
  session: Session,
  target: { readonly campaignId: AnyId; readonly contactGroupId: number },
  { allowed, leftOut }: Screened,
  options: Omit<OptionsOf<typeof declare>, 'contactedWithin'>,
): Promise<ExitName> {
  const { campaignId } = target;
  const { text } = await listText(session, target.contactGroupId);
  await noteLeftOut(session, leftOut);
  if (leftOut.length > 0)
    await session.print.note(
      `not all of ${text} may be contacted: ${counted(allowed.length, 'contact')} left to add, one by one`,
    );
  const bodies = allowed.map((contactId) => ({ campaignId, contactId }));
  let exit: ExitName = allowed.length === 0 && leftOut.length > 0 ? 'bad' : 'done';
  if (!(await mayAdd(session, campaignId, allowed, options))) return exit;
  const { campaigns } = await session.api();
  const counts = { added: 0, reactivated: 0, alreadyPresent: 0, skipped: 0 };
  const skippedContacts: NonNullable<Added['skippedContacts']>[number][] = [];
  for (const [tried, body] of bodies.entries()) {
    try {
      const { outcome, reason } = await campaigns.addContact({ body });
      // A service that does not say what came of a contact has accepted it.
      if (outcome === 'ADDED' || outcome === undefined) counts.added += 1;
      else if (outcome === 'REACTIVATED') counts.reactivated += 1;
      else if (outcome === 'ALREADY_PRESENT') counts.alreadyPresent += 1;
      else skippedContacts.push({ contactId: body.contactId, reason: reason ?? undefined });
    } catch (error) {
      if (!isOfOne(error)) {
        await session.print.warn(`stopped after ${tried} of ${bodies.length}; adding the list again goes on`);
        throw error;
      }
      // Of a campaign that is not there, each would be refused: that is the error of the command.
      if (exit === 'done') await campaigns.get({ params: { campaignId } });
      exit = 'bad';
      skippedContacts.push({ contactId: body.contactId, reason: error.message });
    }
  }
  const skipped = skippedContacts.length;
  const result = { ...target, ...counts, skipped, skippedContacts, leftOut: leftOut.length, leftOutContacts: leftOut };
  await printAdded(session, result, withLeftOut);
  return exit;
}

/** Contacts that are named for each reason. */
const NAMED = 5;

/** `2 skipped, no email address: Ada Lovelace (12), Alan Turing (15)`, a line for each reason; a service need not name them. */
function skippedLines({ skipped = 0, skippedContacts = [] }: Added): string[] {
  const lines = [...groupBy(skippedContacts, ({ reason = 'no reason given' }) => reason)].map(([reason, contacts]) => {
    const names = contacts.map(({ contactId, firstName, lastName }) => {
      const name = [firstName, lastName].filter((part) => part != null).join(' ');
      return name === '' ? String(contactId) : `${name} (${contactId})`;
    });
    return `${contacts.length} skipped, ${reason}: ${firstOf(names, NAMED)}`;
  });
  const left = skipped - skippedContacts.length;
  return left > 0 ? [...lines, `${left} skipped${lines.length === 0 ? '' : ' for these reasons'}`] : lines;
}
