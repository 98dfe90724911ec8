// reach campaign contacts: who is in a campaign, and how far.

import type { Command, OptionValues } from 'commander';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import { adminTokenFor } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { printEnrolments, withEnrolmentStatus } from '../../shared/enrolments.ts';
import { printListing, withLimit } from '../../shared/limit.ts';
import { campaignIdOf } from '../../shared/lookup/by-name.ts';
import { extraFields, unknownField, viewFor } from '../../shared/records/columns.ts';
import { CONTACT } from '../../shared/records/entity.ts';
import { withConditions, withFilters } from '../../shared/records/filters.ts';
import { selectRecords } from '../../shared/records/select.ts';
import { enrolmentView } from '../../shared/views/local.ts';
import { UsageError } from '../../terminal/exit.ts';
import { valueAt } from '../../terminal/formats/cells.ts';

const withSelection = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => withLimit(withConditions(withFilters(command, 'contacts')));

const declare = () =>
  withEnrolmentStatus(
    withSelection(
      reads('contacts', {
        summary: 'Contacts of a campaign, and how far they are',
        description:
          'From the local service with status, next step, when it is due, and why it ended: SKIPPED contacts got nothing: no step could reach them. The API tells which contacts are in a campaign and not how far they are: from another service, the contacts alone. Filters and conditions are those of contacts search.',
        uses: [routes.contacts.search, routes.campaigns.list, routes.contacts.fields, routes.lists.list],
        view: enrolmentView,
        json: [{ list: routes.local.campaignContacts }, { list: routes.contacts.search }],
        output: 'one row per contact',
        exits: ['notFound'],
        examples: [
          ['reach campaign contacts "Q3 launch"', 'all of them'],
          ['reach campaign contacts 12 --status skipped', 'those that got nothing, with the reason (local service)'],
          ['reach campaign contacts 12 --include contactCountry=Germany --all -o id', 'some of them, by any service'],
        ],
      }).argument('<campaign>', 'id or name of the campaign'),
    ),
  );

type EnrolledOptions = OptionsOf<typeof declare>;

/** The members that the filters keep. The filter by campaign is the interface's own; the progress of a contact is not in it. */
async function membersOf(session: Session, campaignId: AnyId, options: EnrolledOptions, fields?: readonly string[]) {
  return await selectRecords(session, (await session.client()).call, CONTACT, { ...options, campaignId }, fields);
}

async function printMembers(session: Session, campaignId: AnyId, options: EnrolledOptions): Promise<void> {
  const fields = extraFields(session, 'CONTACT');
  const view = await viewFor(session, CONTACT, fields);
  const open = await membersOf(session, campaignId, options, fields);
  await printListing(session, view, options, open).catch(unknownField('contacts'));
  await session.print.note('the API does not tell how far they are; the app does: reach open campaign');
}

/** The ids of the members that the filters keep; null where there are no filters. */
async function keptIds(session: Session, campaignId: AnyId, options: EnrolledOptions): Promise<Set<unknown> | null> {
  const filters = [options.include, options.exclude, options.where, options.filters, options.list, options.search];
  if (filters.every((one) => one === undefined)) return null;
  const ids = new Set<unknown>();
  for await (const contact of (await membersOf(session, campaignId, options))({ limit: null })) {
    ids.add(valueAt(contact, 'id'));
  }
  return ids;
}

export const contactsCommand = does(declare, async (session, word, { status: wanted, ...options }) => {
  const { baseUrl } = session.profile();
  const isLocal = baseUrl === null || adminTokenFor(baseUrl, session.io.env) !== null;
  if (!isLocal && wanted !== undefined) {
    throw new UsageError('--status works only on the local service: the API does not tell how far contacts are', {
      hint: 'leave it out for the contacts alone; who replied: reach inbox threads --all',
    });
  }
  const campaignId = await campaignIdOf(session, word);
  if (!isLocal) return await printMembers(session, campaignId, options);
  await printEnrolments(session, campaignId, wanted, options, await keptIds(session, campaignId, options));
});
