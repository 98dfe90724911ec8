import { Argument } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../contract/campaigns/enums.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { does, withYes, writes } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { targetOf, targetText } from '../../import/start/open-service.ts';
import { orDash } from '../../shared/answer/known.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { printCampaign } from './view.ts';

/** In any case: `active` is ACTIVE. */
function statusOf(text: string): CampaignStatus {
  const status = CAMPAIGN_STATUSES.find((known) => known === text.toUpperCase());
  if (status === undefined) {
    throw new UsageError(`${text} is not a valid status`, { hint: CAMPAIGN_STATUSES.join(', ') });
  }
  return status;
}

const declare = () =>
  withYes(
    writes('status', {
      summary: 'Start, pause, resume or complete a campaign',
      description: 'DRAFT → ACTIVE ⇄ PAUSED, both → COMPLETED. Starting asks first: messages cannot be unsent.',
      uses: [routes.campaigns.setStatus, routes.campaigns.list, routes.campaigns.get],
      output: 'the campaign after the change',
      exits: ['notFound', 'conflict'],
      completes: { campaign: 'campaigns' },
      irreversible: true,
      examples: [
        ['reach campaign status 12 active', 'start; asks first'],
        ['reach campaign status "Q3 launch" paused', 'by name'],
      ],
    }),
  )
    .argument('<campaign>', 'id or name of the campaign')
    .addArgument(new Argument('<status>', 'the new status').choices(CAMPAIGN_STATUSES).argParser(statusOf));

async function approved(session: Session, campaignId: AnyId): Promise<void> {
  const { name, status, progress } = await (await session.api()).campaigns.get({ params: { campaignId } });
  const verb = status === 'PAUSED' ? 'Resume' : 'Start';
  const contacts = progress?.contacts ?? 0;
  const question = `${verb} "${orDash(name)}" in ${targetText(targetOf(session))}? It will message its contacts (${contacts} now)`;
  await session.prompt.approve(question, '--yes', 'nothing changed');
}

export const statusCommand = does(declare, async (session, text, status, { yes, dryRun }) => {
  const campaignId = await campaignIdOf(session, text);
  const request = { params: { campaignId }, body: { status } };
  if (dryRun) return await printDryRun(session, planned(routes.campaigns.setStatus, request));
  if (status === 'ACTIVE' && !yes) await approved(session, campaignId);
  await printCampaign(session, await (await session.api()).campaigns.setStatus(request));
});
