import type { CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { offlineKnowledge, readContactFields } from '../../shared/lint/campaign-knowledge.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { settled } from '../../shared/lint/settled.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { soundBody } from '../../shared/names/resolve.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { Declined } from '../../terminal/exit.ts';
import { assertChanged, assertDraft, bodyOf, mayWrite } from './concurrent-edit.ts';
import { printCampaign, showTree } from './view.ts';

const declare = () =>
  asksFirst('update', {
    summary: 'Change a draft campaign to what a file says',
    description:
      'Settings that the file leaves out stay as they are; steps, if it has any, replace the whole sequence. Only a draft can be changed: clone a running campaign instead. If someone else changed the draft between the question and the write, their change is shown and you are asked again; without a terminal it is exit 6, and nothing is sent.',
    checks: true,
    uses: [routes.campaigns.update, routes.campaigns.get, routes.campaigns.list],
    view: campaignView,
    output: 'the campaign after the change',
    exits: ['notFound', 'conflict'],
    replaces: true,
    examples: [
      ['reach campaign update 12 q3.yaml', 'by id'],
      ['reach campaign update "Q3 launch" q3.yaml --yes --json', 'by name, in a script'],
    ],
  })
    .argument('<campaign>', 'id or name of the campaign')
    .argument('<file>', 'campaign file (- = standard input)');

async function update(
  session: Session,
  text: string,
  name: string,
  { yes, dryRun }: OptionsOf<typeof declare>,
): Promise<void> {
  const file = await readCampaign(session.io, name);
  const campaignId = await campaignIdOf(session, text);
  const check = () => problemsOf(file, { ...offlineKnowledge(session), campaignId: String(campaignId) }, 'update');
  const body = await soundBody<CampaignPatch>(session, file, await settled(session, check, readContactFields));
  const request = { params: { campaignId }, body };
  const preview = () => printDryRun(session, planned(routes.campaigns.update, request));
  if (dryRun && session.showRequests === true) return await preview();
  const api = await session.api();
  const live = await api.campaigns.get({ params: { campaignId } });
  assertDraft(live, campaignId);
  if (dryRun) return await preview();
  if (!yes && session.prompt.possible) {
    if (body.steps !== undefined) await showTree(session, body);
    const what = body.steps === undefined ? 'the settings' : 'the whole sequence';
    await session.prompt.approve(`Replace ${what} of campaign ${campaignId}?`, '--yes', 'nothing changed');
  }
  if (!(await mayWrite(session, campaignId, bodyOf(live), { body, isAsked: !yes }))) {
    throw new Declined('nothing changed');
  }
  const campaign = await sent(session, file, () => api.campaigns.update(request));
  await printCampaign(session, campaign);
  await assertChanged(session, live, campaignId, body);
}

export const updateCommand = does(declare, update);
