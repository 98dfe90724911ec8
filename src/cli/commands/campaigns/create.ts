// reach campaign create: a draft from a file, checked before anything is sent.

import { routes } from '../../../contract/routes/routes.ts';
import { unknownSettings } from '../../../rules/campaigns/file.ts';
import { asksFirst, does } from '../../session/command.ts';
import { targetOf, targetText } from '../../shared/approval.ts';
import { creatingOnce } from '../../shared/created-once.ts';
import { soundCampaign } from '../../shared/lint/campaign-knowledge.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { printCampaign, showTree } from './view.ts';

const declare = () =>
  asksFirst('create', {
    summary: 'Create a draft campaign from a file',
    description: [
      'Reports every mistake with file, line and column before anything is sent. On a terminal the campaign is shown as a',
      'tree and confirmed. A file that was created before, with the same profile, is created again only with --again.',
    ].join('\n'),
    checks: true,
    uses: [routes.campaigns.create, routes.campaigns.get, routes.campaigns.list],
    view: campaignView,
    output: 'the campaign: its id and its link; JSON has the steps',
    examples: [
      ['reach campaign create q3.yaml', 'asks first'],
      ['reach campaign create q3.yaml --yes -o id', 'in a script; prints the id'],
      ['reach campaign create q3.yaml --dry-run --json', 'what would be created'],
    ],
  })
    .argument('<file>', 'campaign file (- = standard input)')
    .option('--again', 'create it even if it was created before');

export const createCommand = does(declare, async (session, name, options) => {
  const { file, body } = await soundCampaign(session, name);
  const campaign = await creatingOnce(session, 'campaign', body, async (creation) => {
    if (options.dryRun) {
      await printDryRun(session, planned(routes.campaigns.create, { body }));
      await creation.warn(options);
      return null;
    }
    const question = `Create the draft "${body.name}" in ${targetText(targetOf(session))}?`;
    await creation.approve(options, question, () => showTree(session, body));
    const { ask } = await session.client();
    const filtersItself = unknownSettings({ ...body }).map(([setting]) => setting);
    return await sent(session, file, () =>
      creation.send(async (onTurn) => (await ask('campaigns', 'create', { body }, { filtersItself, onTurn })).data),
    );
  });
  if (campaign !== null) await printCampaign(session, campaign);
});
