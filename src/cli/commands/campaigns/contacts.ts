// reach campaign contacts: who is in a campaign, and how far.

import { listPages } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { printEnrolments, withEnrolmentStatus } from '../../shared/enrolments.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { enrolmentView } from '../../shared/views/local.ts';
import { contactView } from '../../shared/views/records.ts';
import { UsageError } from '../../terminal/exit.ts';

const declare = () =>
  withEnrolmentStatus(
    withLimit(
      reads('contacts', {
        summary: 'Contacts of a campaign, and how far they are',
        description:
          'From the local service with status, next step, when it is due, and why it ended: SKIPPED contacts got nothing: no step could reach them. The API tells which contacts are in a campaign and not how far they are: from another service, the contacts alone.',
        uses: [routes.contacts.search, routes.campaigns.list],
        view: enrolmentView,
        json: [{ list: routes.local.campaignContacts }, { list: routes.contacts.search }],
        output: 'one row per contact',
        exits: ['notFound'],
        examples: [
          ['reach campaign contacts "Q3 launch"', 'all of them'],
          ['reach campaign contacts 12 --status skipped', 'those that got nothing, with the reason (local service)'],
        ],
        completes: { campaign: 'campaigns' },
      }).argument('<campaign>', 'id or name of the campaign'),
    ),
  );

type EnrolledOptions = OptionsOf<typeof declare>;

/** The filter by campaign is the interface's own; the progress of a contact is not in it. */
async function printMembers(session: Session, campaignId: AnyId, options: EnrolledOptions): Promise<void> {
  const { call } = await session.client();
  await printListing(session, contactView, options, (paging) =>
    listPages(call, 'contacts', 'search', { body: { include: { campaigns: [campaignId] } } }, paging),
  );
  await session.print.note('the API does not tell how far they are; the app does: reach open campaign');
}

export const contactsCommand = does(declare, async (session, word, { status: wanted, ...limits }) => {
  const isLocal = session.profile().baseUrl === null || Boolean(session.io.env['REACH_ADMIN_TOKEN']);
  if (!isLocal && wanted !== undefined) {
    throw new UsageError('--status works only on the local service: the API does not tell how far contacts are', {
      hint: 'leave it out for the contacts alone',
    });
  }
  const campaignId = await campaignIdOf(session, word);
  if (!isLocal) return await printMembers(session, campaignId, limits);
  await printEnrolments(session, campaignId, wanted, limits);
});
