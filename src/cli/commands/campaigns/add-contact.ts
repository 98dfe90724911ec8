import { listPages } from '../../../client/answers/pages.ts';
import { batchesOf } from '../../../contract/batches.ts';
import { counted } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { asksFirst, does } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { assertExpected, withSafeguards } from '../../shared/effects/expected.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';
import { approveEnrolment } from '../../shared/messaging.ts';
import { noteLeftOut, screened } from '../../shared/never-contact/guard.ts';
import { withContactedWithin, withinOf } from '../../shared/never-contact/recently-contacted.ts';
import { printOneByOne } from '../../shared/one-by-one.ts';
import { addedContactView } from '../../shared/views/campaigns.ts';
import { CliError } from '../../terminal/exit.ts';

const declare = () =>
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

/** Throws for what the service would refuse: a campaign, or a contact, that does not exist. */
async function assertExisting(session: Session, campaignId: AnyId, ids: readonly number[]): Promise<void> {
  const { api, call } = await session.client();
  await api.campaigns.get({ params: { campaignId } });
  const found = new Set<unknown>();
  for (const some of batchesOf(ids, LIMITS.pageSizeMax)) {
    for await (const { id } of listPages(
      call,
      'contacts',
      'search',
      { body: { include: { id: [...some] } } },
      { limit: null },
    ))
      found.add(id);
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return;
  throw new CliError(
    'notFound',
    'not_found',
    `no ${missing.length === 1 ? 'contact' : 'contacts'} ${missing.join(', ')}`,
    {
      hint: 'reach contacts search finds them',
    },
  );
}

export const addContactCommand = does(
  declare,
  async (session, text, contacts, { yes, dryRun, contactedWithin, ...options }) => {
    const withinMs = withinOf(session, contactedWithin);
    const ids = await recordIdsOf(session, 'contact', [contacts]);
    const campaignId = await campaignIdOf(session, text);
    const found = await screened(session, { ids }, { withinMs, campaignId });
    const leftOut = new Map((found?.leftOut ?? []).map((one) => [one.contactId, one]));
    const allowed = ids.filter((id) => !leftOut.has(id));
    await noteLeftOut(session, [...leftOut.values()]);
    const requests = allowed.map((contactId) =>
      planned(routes.campaigns.addContact, { body: { campaignId, contactId } }),
    );
    if (dryRun) {
      await assertExisting(session, campaignId, ids);
      await printDryRun(session, requests);
      return allowed.length === 0 ? 'bad' : 'done';
    }
    await assertExpected(session, options, requests);
    if (!yes && allowed.length > 0) {
      const whom = async () => ({ text: counted(allowed.length, 'contact'), size: allowed.length });
      await approveEnrolment(session, campaignId, whom);
    }
    const { api } = await session.client();
    const exit = await printOneByOne(session, addedContactView, ids, {
      work: async (contactId) => {
        const one = leftOut.get(contactId);
        if (one !== undefined) return { campaignId, ...one };
        return await api.campaigns.addContact({ body: { campaignId, contactId } });
      },
      refused: (contactId, reason) => ({ campaignId, contactId, outcome: 'FAILED', reason }),
      shared: () => api.campaigns.get({ params: { campaignId } }),
    });
    return allowed.length === 0 ? 'bad' : exit;
  },
);
