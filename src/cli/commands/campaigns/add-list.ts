import { groupBy } from '../../../contract/group-by.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { does, withYes, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { assertExpected, withExpected } from '../../shared/effects/expected.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { approveEnrolment, listText } from '../../shared/messaging.ts';
import { addedListView } from '../../shared/views/campaigns.ts';
import { harmless } from '../../terminal/formats/cells.ts';

const declare = () =>
  withExpected(
    withYes(
      writes('add-list', {
        summary: 'Add every contact of a list to a campaign',
        description: 'Asks first if the campaign is ACTIVE: it messages them, and messages cannot be unsent.',
        uses: [routes.campaigns.addContactGroup, routes.campaigns.list, routes.campaigns.get, routes.lists.list],
        view: addedListView,
        output: 'how many were added, reactivated, already in it, and skipped; who was skipped, and why',
        exits: ['notFound'],
        completes: { campaign: 'campaigns', list: 'lists' },
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

export const addListCommand = does(declare, async (session, text, list, { yes, dryRun, ...options }) => {
  const campaignId = await campaignIdOf(session, text);
  const contactGroupId = await listIdOf(session, list, 'CONTACT');
  const body = { campaignId, contactGroupId };
  const request = planned(routes.campaigns.addContactGroup, { body });
  if (dryRun) return await printDryRun(session, request);
  await assertExpected(session, options, [request]);
  if (!yes) await approveEnrolment(session, campaignId, () => listText(session, contactGroupId));
  const added = await (await session.api()).campaigns.addContactGroup({ body });
  await session.print.record(addedListView, added);
  for (const line of skippedLines(added)) await session.print.note(harmless(line));
});

/** Contacts that are named for each reason. */
const NAMED = 5;

/** `2 skipped, no email address: Ada Lovelace (12), Alan Turing (15)`, a line for each reason; a service need not name them. */
function skippedLines({
  skipped = 0,
  skippedContacts = [],
}: Awaited<ReturnType<Api['campaigns']['addContactGroup']>>): string[] {
  const lines = [...groupBy(skippedContacts, ({ reason = 'no reason given' }) => reason)].map(([reason, contacts]) => {
    const names = contacts.slice(0, NAMED).map(({ contactId, firstName, lastName }) => {
      const name = [firstName, lastName].filter((part) => part != null).join(' ');
      return name === '' ? String(contactId) : `${name} (${contactId})`;
    });
    const more = contacts.length - names.length;
    return `${contacts.length} skipped, ${reason}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
  const left = skipped - skippedContacts.length;
  return left > 0 ? [...lines, `${left} skipped${lines.length === 0 ? '' : ' for these reasons'}`] : lines;
}
