// reach campaign edit: a draft in the user's editor, opened again with the problems until it is accepted or given up.

import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { Campaign, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { fileOfCampaign } from '../../../rules/campaigns/file.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { type CampaignFile, parseCampaign, problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { readText } from '../../files/read.ts';
import { yamlText } from '../../files/yaml/text.ts';
import type { FileProblem } from '../../output/problems/problem.ts';
import { withoutRemarks } from '../../shared/edit/comments.ts';
import { OPENED_FILE, openedFor } from '../../shared/edit/edit-file.ts';
import { editUntilTaken, type RefusedText, type TextOutcome } from '../../shared/edit/edit-loop.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusedFile } from '../../shared/lint/refused-file.ts';
import { findCampaign } from '../../shared/lookup/campaign.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { campaignSchemaText } from '../../shared/schemas/campaign.ts';
import { bodyOf, mayWrite } from './concurrent-edit.ts';
import { changesOf, firstText } from './edited.ts';
import { SCHEMA_FILE } from './init.ts';
import { printCampaign } from './view.ts';

interface EditFlags {
  readonly input?: string;
  readonly dryRun?: boolean;
}

type Saved =
  | { readonly is: 'sent'; readonly campaign: Campaign }
  | { readonly is: 'dry'; readonly body: CampaignPatch }
  | { readonly is: 'declined' };

type Outcome = TextOutcome<Saved>;

const counted = (problems: readonly FileProblem[]) => `${problems.length} problem${problems.length === 1 ? '' : 's'}`;

/** A text, and what it is about: the campaign, and the body that the text was made of. */
interface Edited {
  readonly file: CampaignFile;
  readonly campaign: Campaign;
  readonly base: unknown;
}

/** Checks the text and sends what is changed. Throws only for what no edit can mend. */
async function trySave(session: Session, { file, campaign, base }: Edited, dryRun: boolean): Promise<Outcome> {
  const problems = problemsOf(file, { ...offlineKnowledge(session), campaignId: campaign.id });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    return { is: 'refused', reason: `Not sent: ${counted(errors)}.`, problems, error: null };
  }
  const body = changesOf(base, file);
  if (body === null) return { is: 'unchanged' };
  if (dryRun) return { is: 'done', value: { is: 'dry', body }, isSent: false };
  const may = await mayWrite(session, campaign.id, base, { body, isAsked: true });
  if (!may) return { is: 'done', value: { is: 'declined' }, isSent: false };
  const api = await session.api();
  try {
    const saved = await api.campaigns.update({ params: { campaignId: campaign.id }, body });
    return { is: 'done', value: { is: 'sent', campaign: saved }, isSent: true };
  } catch (error) {
    const told = refusedProblems(file, error);
    if (told !== null) return { is: 'refused', reason: `The service refused ${counted(told)}.`, problems: told, error };
    if (error instanceof ApiError && [400, 409, 422].includes(error.status)) {
      return { is: 'refused', reason: `The service refused it: ${error.message}`, problems: [], error };
    }
    throw error;
  }
}

const editName = ({ id }: Campaign) => `campaign-${id}`;

async function printOutcome(session: Session, campaign: Campaign, outcome: Exclude<Outcome, RefusedText>) {
  if (outcome.is === 'unchanged' || outcome.value.is === 'declined') return await session.print.note('nothing changed');
  if (outcome.value.is === 'sent') return await printCampaign(session, outcome.value.campaign);
  await printDryRun(session, 'PATCH', `/v1/campaign/${campaign.id}`, outcome.value.body);
}

async function editInEditor(session: Session, campaign: Campaign, dryRun: boolean): Promise<void> {
  const base = bodyOf(campaign);
  const outcome = await editUntilTaken<Saved>(session, {
    name: editName(campaign),
    file: 'campaign.yaml',
    beside: new Map([
      [SCHEMA_FILE, await campaignSchemaText()],
      [OPENED_FILE, await yamlText(fileOfCampaign(campaign))],
    ]),
    first: await firstText(campaign, SCHEMA_FILE),
    again: (path) => `reach campaign edit ${campaign.id} --input ${path}`,
    attempt: async (path, text) => trySave(session, { file: await parseCampaign(path, text), campaign, base }, dryRun),
  });
  await printOutcome(session, campaign, outcome);
}

/** The edited text from a file: no editor, nothing to reopen. */
async function editFrom(session: Session, campaign: Campaign, input: string, dryRun: boolean): Promise<void> {
  const file = await parseCampaign(input, withoutRemarks(await readText(session.io, input)));
  const opened = openedFor(session, input, editName(campaign));
  const base = opened === null ? bodyOf(campaign) : (await readCampaign(session.io, opened)).body;
  const outcome = await trySave(session, { file, campaign, base }, dryRun);
  if (outcome.is !== 'refused') return await printOutcome(session, campaign, outcome);
  if (outcome.problems.length > 0) throw await refusedFile(session, file, outcome.problems);
  throw outcome.error;
}

async function edit(session: Session, text: string, flags: EditFlags): Promise<void> {
  if (flags.input === undefined && !session.prompt.possible) {
    throw new UsageError('an editor needs a terminal', {
      hint: '--input FILE takes the edited text; reach campaign export writes it',
    });
  }
  const campaign = await findCampaign(session, text);
  if (campaign.status !== 'DRAFT') {
    const message = `campaign ${campaign.id} is ${campaign.status}: only a draft can be edited`;
    throw new CliError('conflict', 'conflict', message, { hint: `reach campaign clone ${campaign.id}` });
  }
  const dryRun = flags.dryRun === true;
  if (flags.input !== undefined) return await editFrom(session, campaign, flags.input, dryRun);
  await editInEditor(session, campaign, dryRun);
}

export function editCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('edit', {
      summary: 'Edit a draft campaign in your editor',
      description: [
        'Opens the campaign as YAML in $VISUAL or $EDITOR. What is refused, here or by the service, opens again with the',
        'problems as comments. Only what was changed is sent. If somebody else changed the draft meanwhile, their change is',
        'shown and asked about; where nobody can be asked it is exit 6, and nothing is sent. Text that was not saved is kept,',
        'and its path printed.',
      ].join('\n'),
      uses: [routes.campaigns.get, routes.campaigns.update, routes.campaigns.list],
      output: 'the campaign after the change; nothing when nothing was changed',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach campaign edit 12', 'in your editor'],
        ['EDITOR="code --wait" reach campaign edit "Q3 launch"', 'in another one'],
        ['reach campaign edit 12 --input q3.yaml', 'the edited text from a file'],
      ],
    })
      .argument('<campaign>', 'id or name of the campaign')
      .option('--input <file>', 'take the edited text from a file instead of an editor (- = standard input)')
      .option('--dry-run', 'print what would be sent, send nothing'),
    edit,
  );
}
