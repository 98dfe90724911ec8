// reach campaign create: a draft from a file, checked before anything is sent.

import { ApiError } from '../../../client/errors.ts';
import type { CampaignInput } from '../../../contract/campaigns/endpoints.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { unknownSettings } from '../../../rules/campaigns/file.ts';
import { problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { noteUnnamed } from '../../shared/answer/created.ts';
import type { OnTurn } from '../../shared/creation.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { offlineKnowledge, readContactFields } from '../../shared/lint/campaign-knowledge.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { settled } from '../../shared/lint/settled.ts';
import { soundBody } from '../../shared/names/resolve.ts';
import { targetOf, targetText } from '../../shared/target.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { type CampaignCreation, type Created, creatingOnce } from './created.ts';
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

/** Whether what was created still exists: not after a reset of the service. */
async function stillExists(session: Session, { id, createdAt }: Created): Promise<boolean> {
  try {
    const found = await (await session.api()).campaigns.get({ params: { campaignId: id } });
    return found.createdAt === createdAt;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Asks for confirmation where it is needed; throws Declined. */
async function approved(
  session: Session,
  body: unknown,
  name: string,
  options: OptionsOf<typeof declare>,
  creation: CampaignCreation,
): Promise<void> {
  const { prompt } = session;
  const target = targetText(targetOf(session));
  const before = options.again ? null : await creation.before();
  if (before !== null && (await stillExists(session, before))) {
    const question = `This file was created before, as campaign ${before.id} in ${target}. Create it again?`;
    return await prompt.approve(question, '--again', 'nothing created');
  }
  if (options.yes || !prompt.possible) return;
  await showTree(session, body);
  await prompt.approve(`Create the draft "${name}" in ${target}?`, '--yes', 'nothing created');
}

async function create(session: Session, name: string, options: OptionsOf<typeof declare>): Promise<void> {
  const file = await readCampaign(session.io, name);
  const check = () => problemsOf(file, offlineKnowledge(session));
  const body = await soundBody<CampaignInput>(session, file, await settled(session, check, readContactFields));
  if (options.dryRun) return await printDryRun(session, planned(routes.campaigns.create, { body }));
  const campaign = await creatingOnce(session, body, async (creation) => {
    await approved(session, body, body.name, options, creation);
    const { ask } = await session.client();
    const filtersItself = unknownSettings({ ...body }).map(([setting]) => setting);
    const request = async (onTurn: OnTurn) =>
      (await ask('campaigns', 'create', { body }, { filtersItself, onTurn })).data;
    return await sent(session, file, () => creation.send(request));
  });
  await printCampaign(session, campaign);
  await noteUnnamed(session, campaign, 'reach campaign list');
}

export const createCommand = does(declare, create);
