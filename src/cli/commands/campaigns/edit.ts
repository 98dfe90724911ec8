// reach campaign edit: a draft in the user's editor, opened again with the problems until it is accepted or given up.

import type { Campaign, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { counted } from '../../../contract/english.ts';
import { CAMPAIGN_SETTINGS } from '../../../contract/field-names.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { bodyOfFile, fileOfCampaign, missedChange } from '../../../rules/campaigns/file.ts';
import { type CampaignFile, problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { yamlText } from '../../files/yaml/text.ts';
import { asksFirst, does, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { assertTaken } from '../../shared/draft.ts';
import { campaignFiles } from '../../shared/file-kind/campaign.ts';
import {
  assertCanEdit,
  draftRemarks,
  editRecord,
  refusedByService,
  refusedHere,
  type TextOutcome,
  withEditedInput,
} from '../../shared/file-kind/edit-record.ts';
import { offlineKnowledge, readContactFields } from '../../shared/lint/campaign-knowledge.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { settled } from '../../shared/lint/settled.ts';
import { campaignIdOf, findCampaign } from '../../shared/lookup/by-name.ts';
import { besideUnknown, resolveFile, soundBody } from '../../shared/names/resolve.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { CliError, Declined } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { printCampaign, showTree } from './view.ts';

// The concurrent-edit check: a draft is read again right before it is written, and what someone else changed is shown. A
// campaign has no revision that a write could name, so this is the last moment at which a change can be noticed.

/** At most this many lines of each side are shown per change. */
const LINES_MAX = 20;

function bodyOf(campaign: Campaign): unknown {
  return bodyOfFile(fileOfCampaign(campaign));
}

const fieldOf = (body: unknown, key: string): unknown => (isObject(body) ? (getOwn(body, key) ?? null) : null);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

async function linesOf(body: unknown, key: string): Promise<string[]> {
  const value = fieldOf(fileOfCampaign(body), key);
  if (value === null) return [];
  const text = harmless(await yamlText({ [key]: value }));
  return text.trimEnd().split('\n');
}

const few = (lines: readonly string[]) =>
  lines.length <= LINES_MAX
    ? lines
    : [...lines.slice(0, LINES_MAX), `… and ${counted(lines.length - LINES_MAX, 'more line')}`];

/** What differs between their common first and last lines. */
function difference(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { removed: before.slice(head, before.length - tail), added: after.slice(head, after.length - tail) };
}

/** The fields that differ, in the order of the file. */
function changedKeys(before: unknown, after: unknown): string[] {
  const keys = [before, after].flatMap((body) => (isObject(body) ? Object.keys(body) : []));
  return [...new Set([...CAMPAIGN_SETTINGS, ...keys, 'steps'])].filter(
    (key) => !isSame(fieldOf(before, key), fieldOf(after, key)),
  );
}

async function changeText({ print }: Session, key: string, before: unknown, after: unknown): Promise<string> {
  const { removed, added } = difference(await linesOf(before, key), await linesOf(after, key));
  const paint = print.paint.stderr;
  const lines = [
    ...few(removed).map((line) => paint.red(`  - ${line}`)),
    ...few(added).map((line) => paint.green(`  + ${line}`)),
  ];
  return [paint.yellow(`~ ${key}`), ...lines].join('\n');
}

const conflict = (message: string, hint: string) => new CliError('conflict', 'conflict', message, { hint });

/** Exit 6 for a campaign that was started. Where the service does not say, it refuses that itself. */
function assertDraft({ status }: Campaign, campaignId: AnyId): void {
  if (status === undefined || status === 'DRAFT') return;
  const message = `campaign ${campaignId} is ${status}: only a draft can be changed; nothing was sent`;
  throw conflict(
    message,
    `reach campaign clone ${campaignId} makes a draft of it; "A campaign that runs" in reach help campaigns has the rest`,
  );
}

/**
 * Whether `body` may be written to the campaign that was `before` when it was read. It is read again: what others changed
 * is shown, and asked about. Throws CliError `conflict` (exit 6) where no one can be asked, or when it is no longer a
 * draft.
 */
async function mayWrite(
  session: Session,
  campaignId: AnyId,
  before: unknown,
  { body, isAsked }: { readonly body: CampaignPatch; readonly isAsked: boolean },
): Promise<boolean> {
  const api = await session.api();
  let known = before;
  for (;;) {
    const now = await api.campaigns.get({ params: { campaignId } });
    assertDraft(now, campaignId);
    const live = bodyOf(now);
    const keys = changedKeys(known, live);
    if (keys.length === 0) return true;
    const displayed: string[] = [];
    for (const key of keys) displayed.push(await changeText(session, key, known, live));
    await session.print.note(`changed by someone else in the meantime:\n${displayed.join('\n')}`);
    const both = keys.filter((key) => Object.hasOwn(body, key));
    for (const key of both) await session.print.warn(`${key}: your change replaces theirs`);
    if (!isAsked || !session.prompt.possible) {
      const message = `campaign ${campaignId} was changed in the meantime; nothing was sent`;
      throw conflict(message, `check it with reach campaign show ${campaignId}, then run the command again`);
    }
    const question = both.length > 0 ? 'Replace their change?' : 'Keep their change and write yours?';
    if (!(await session.prompt.confirm(question, '--yes'))) return false;
    known = live;
  }
}

/** Reads the campaign once more: exit 1 for what of the change is not there. */
async function assertChanged(
  session: Session,
  before: Campaign,
  campaignId: AnyId,
  body: CampaignPatch,
): Promise<void> {
  const { campaigns } = await session.api();
  await assertTaken(session, `campaign ${campaignId}`, async () =>
    missedChange(before, body, await campaigns.get({ params: { campaignId } })),
  );
}

const declareUpdate = () =>
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

export const updateCommand = does(declareUpdate, async (session, text, name, { yes, dryRun }) => {
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
});

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
      replaces: true,
      notForAgents: 'interactive',
      examples: [
        ['reach campaign edit 12', 'in your editor'],
        ['EDITOR="code --wait" reach campaign edit "Q3 launch"', 'in another one'],
        ['reach campaign edit 12 --input q3.yaml', 'the edited text from a file'],
      ],
    }).argument('<campaign>', 'id or name of the campaign'),
  );

/** What a setting becomes when its line is removed: as in a new campaign. */
const LEFT_OUT = { description: null, identityId: null, trackOpens: true, trackClicks: true } as const;

/**
 * Only what was changed, so that settings can be edited where steps cannot. Null when nothing was. `before` is the body the
 * text was made of; `file` has no errors.
 */
function changesOf(before: unknown, { body }: CampaignFile): CampaignPatch | null {
  if (!isObject(before) || !isObject(body)) return null;
  const changes: [string, unknown][] = [];
  for (const key of new Set([...CAMPAIGN_SETTINGS, ...Object.keys(body), 'steps'])) {
    const known = getOwn(before, key) ?? null;
    // What the service does not show cannot have been removed.
    const left = known === null ? undefined : getOwn<unknown>(LEFT_OUT, key);
    const value = Object.hasOwn(body, key) ? getOwn(body, key) : left;
    if (value !== undefined && !isSame(value, known)) changes.push([key, value]);
  }
  return changes.length === 0 ? null : Object.fromEntries(changes);
}

/** Checks the text and sends what is changed; `base` is what the text was made of. Throws only what no edit can fix. */
async function trySave(
  session: Session,
  reported: CampaignFile,
  campaign: Campaign & { readonly id: AnyId },
  base: unknown,
  dryRun: boolean,
): Promise<TextOutcome> {
  const { file, unknown } = await resolveFile(session, reported);
  const check = () => problemsOf(file, { ...offlineKnowledge(session), campaignId: String(campaign.id) });
  const problems = besideUnknown(await settled(session, check, readContactFields), unknown);
  if (problems.some(({ severity }) => severity === 'error')) return refusedHere(problems);
  const body = changesOf(base, file);
  if (body === null) return { is: 'unchanged' };
  const request = { params: { campaignId: campaign.id }, body };
  const preview = () => printDryRun(session, planned(routes.campaigns.update, request));
  if (dryRun) return { is: 'done', isSent: false, print: preview };
  if (!(await mayWrite(session, campaign.id, base, { body, isAsked: true })))
    return { is: 'done', isSent: false, print: () => Promise.reject(new Declined('nothing changed')) };
  const api = await session.api();
  try {
    const saved = await api.campaigns.update(request);
    const print = async () => {
      await printCampaign(session, saved);
      await assertChanged(session, campaign, campaign.id, body);
    };
    return { is: 'done', isSent: true, print };
  } catch (error) {
    return refusedByService(file, error, [400, 409, 422]);
  }
}

export const editCommand = does(declare, async (session, text, options) => {
  assertCanEdit(session, options.input, 'campaign');
  const campaign = await findCampaign(session, text);
  assertDraft(campaign, campaign.id);
  const isDone = await editRecord(
    session,
    campaignFiles,
    {
      live: campaign,
      name: `campaign-${campaign.id}`,
      command: `reach campaign edit ${campaign.id}`,
      remarks: draftRemarks(`Campaign ${campaign.id}, a draft`, campaign.appUrl),
      keepsOpened: true,
      save: async (file, opened) =>
        await trySave(
          session,
          file,
          campaign,
          opened === null ? bodyOf(campaign) : opened.body,
          options.dryRun === true,
        ),
    },
    options.input,
  );
  if (!isDone) await session.print.note('nothing changed');
});
