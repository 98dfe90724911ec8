// reach campaign edit: a draft in the user's editor, opened again with the problems until it is accepted or given up.

import { routes } from '../../../client/routes/routes.ts';
import type { Campaign, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { checkCampaign } from '../../../rules/campaigns/check.ts';
import { bodyOfFile, fileOfCampaign } from '../../../rules/campaigns/file.ts';
import { missingSender } from '../../../rules/campaigns/sender.ts';
import { type CampaignFile, parseCampaign, problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { readText } from '../../files/read.ts';
import { yamlText } from '../../files/yaml/text.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import { withoutRemarks } from '../../shared/edit/comments.ts';
import { OPENED_FILE, openedFor } from '../../shared/edit/edit-file.ts';
import { editUntilTaken, type RefusedText, type TextOutcome } from '../../shared/edit/edit-loop.ts';
import {
  assertCanEdit,
  refusedByService,
  refusedHere,
  settled,
  withEditedInput,
} from '../../shared/edit/edited-file.ts';
import { rememberAccepted } from '../../shared/lint/accepted-by-service.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { findCampaign } from '../../shared/lookup/campaign.ts';
import { besideUnknown, resolveFile } from '../../shared/names/resolve.ts';
import { CAMPAIGN_SCHEMA_FILE, campaignSchemaText } from '../../shared/schemas/campaign.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { CliError, Declined } from '../../terminal/exit.ts';
import { assertChanged, bodyOf, mayWrite } from './concurrent-edit.ts';
import { changesOf, firstText } from './edited.ts';
import { printCampaign } from './view.ts';

const declare = () =>
  withEditedInput(
    writes('edit', {
      summary: 'Edit a draft campaign in your editor',
      description: [
        'Opens the campaign as YAML in $VISUAL or $EDITOR. If validation fails, here or in the service, the editor reopens',
        'with the errors as comments. Only what was changed is sent. If someone else changed the draft in the meantime, their',
        'change is shown and you are asked; without a terminal it is exit 6, and nothing is sent. Text that was not saved is',
        'kept, and its path printed.',
      ].join('\n'),
      checks: true,
      uses: [routes.campaigns.update, routes.campaigns.get, routes.campaigns.list],
      view: campaignView,
      output: 'the campaign after the change; nothing when nothing was changed',
      exits: ['notFound', 'conflict'],
      completes: { campaign: 'campaigns' },
      replaces: true,
      notForAgents: 'interactive',
      examples: [
        ['reach campaign edit 12', 'in your editor'],
        ['EDITOR="code --wait" reach campaign edit "Q3 launch"', 'in another one'],
        ['reach campaign edit 12 --input q3.yaml', 'the edited text from a file'],
      ],
    }).argument('<campaign>', 'id or name of the campaign'),
  );

type SavedCampaign =
  | { readonly is: 'sent'; readonly campaign: Campaign; readonly body: CampaignPatch }
  | { readonly is: 'dry'; readonly body: CampaignPatch }
  | { readonly is: 'declined' };

type LiveCampaign = Campaign & { readonly id: AnyId };

/** A text, the campaign it is for, and the body that it was made from. */
interface EditedCampaign {
  readonly file: CampaignFile;
  readonly campaign: LiveCampaign;
  readonly base: unknown;
}

/** Checks the text and sends what is changed. Throws only what no edit can fix. */
async function trySave(
  session: Session,
  { file: said, campaign, base }: EditedCampaign,
  dryRun: boolean,
): Promise<TextOutcome<SavedCampaign>> {
  const { file, unknown } = await resolveFile(session, said);
  const problems = besideUnknown(
    problemsOf(file, { ...offlineKnowledge(session), campaignId: String(campaign.id) }),
    unknown,
  );
  if (problems.some(({ severity }) => severity === 'error')) return refusedHere(problems);
  const body = changesOf(base, file);
  if (body === null) return { is: 'unchanged' };
  if (dryRun) return { is: 'done', value: { is: 'dry', body }, isSent: false };
  const may = await mayWrite(session, campaign.id, base, { body, isAsked: true });
  if (!may) return { is: 'done', value: { is: 'declined' }, isSent: false };
  const api = await session.api();
  try {
    const saved = await api.campaigns.update({ params: { campaignId: campaign.id }, body });
    return { is: 'done', value: { is: 'sent', campaign: saved, body }, isSent: true };
  } catch (error) {
    return refusedByService(file, error, [400, 409, 422]);
  }
}

const editName = ({ id }: Campaign) => `campaign-${id}`;

async function printOutcome(
  session: Session,
  campaign: LiveCampaign,
  outcome: Exclude<TextOutcome<SavedCampaign>, RefusedText>,
) {
  if (outcome.is === 'unchanged') return await session.print.note('nothing changed');
  if (outcome.value.is === 'declined') throw new Declined('nothing changed');
  if (outcome.value.is === 'sent') {
    await printCampaign(session, outcome.value.campaign);
    return await assertChanged(session, campaign, campaign.id, outcome.value.body);
  }
  const request = { params: { campaignId: campaign.id }, body: outcome.value.body };
  await printDryRun(session, planned(routes.campaigns.update, request));
}

async function editInEditor(session: Session, campaign: LiveCampaign, dryRun: boolean): Promise<void> {
  const base = bodyOf(campaign);
  const outcome = await editUntilTaken<SavedCampaign>(session, {
    name: editName(campaign),
    file: 'campaign.yaml',
    beside: new Map([
      [CAMPAIGN_SCHEMA_FILE, await campaignSchemaText()],
      [OPENED_FILE, await yamlText(fileOfCampaign(campaign))],
    ]),
    first: await firstText(campaign, CAMPAIGN_SCHEMA_FILE),
    again: (path) => `reach campaign edit ${campaign.id} --input ${path}`,
    attempt: async (path, text) => trySave(session, { file: await parseCampaign(path, text), campaign, base }, dryRun),
  });
  await printOutcome(session, campaign, outcome);
}

/** The edited text from a file: no editor, nothing to reopen. */
async function editFrom(session: Session, campaign: LiveCampaign, input: string, dryRun: boolean): Promise<void> {
  const file = await parseCampaign(input, withoutRemarks(await readText(session.io, input)));
  const opened = openedFor(session, input, editName(campaign));
  const base = opened === null ? bodyOf(campaign) : (await readCampaign(session.io, opened)).body;
  const outcome = await trySave(session, { file, campaign, base }, dryRun);
  await printOutcome(session, campaign, await settled(session, file, outcome));
}

async function edit(session: Session, text: string, options: OptionsOf<typeof declare>): Promise<void> {
  assertCanEdit(session, options.input, 'campaign');
  const campaign = await findCampaign(session, text);
  rememberAccepted(session, bodyOfFile(fileOfCampaign(campaign)), (body, known) => [
    ...checkCampaign(body, known),
    ...missingSender(body),
  ]);
  if (campaign.status !== undefined && campaign.status !== 'DRAFT') {
    const message = `campaign ${campaign.id} is ${campaign.status}: only a draft can be edited`;
    throw new CliError('conflict', 'conflict', message, { hint: `reach campaign clone ${campaign.id}` });
  }
  const dryRun = options.dryRun === true;
  if (options.input !== undefined) return await editFrom(session, campaign, options.input, dryRun);
  await editInEditor(session, campaign, dryRun);
}

export const editCommand = does(declare, edit);
