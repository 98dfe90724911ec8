// reach campaign create: a draft from a file, checked before anything is sent.

import { join } from 'node:path';
import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { unknownSettings } from '../../../rules/campaigns/file.ts';
import { keptText } from '../../files/bounded-read.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../../shared/answer.ts';
import { targetOf, targetText } from '../../shared/approval.ts';
import { noteUnnamed } from '../../shared/created.ts';
import { CREATION, type Creation, creating, keyOf, type OnTurn } from '../../shared/creation.ts';
import { soundCampaign } from '../../shared/lint/campaign-knowledge.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { CliError } from '../../terminal/exit.ts';
import { printCampaign, showTree } from './view.ts';

// Which campaigns were created from which files, so that creating one twice is not an accident: a journal for each body and
// place, in the state folder. A request without an answer is settled by looking the campaign up.

interface Created {
  readonly id: AnyId;
  readonly name: string;
  /** By the service: after a reset the same id is another campaign. */
  readonly createdAt: string;
}

interface CreatedEntry extends Created {
  readonly done: number;
}

/** How far the clock of the service may be behind ours. */
const CLOCK_SKEW_MS = 600_000;

function isCreated(value: unknown): value is Created {
  return (
    isObject(value) && isId(value['id']) && typeof value['name'] === 'string' && typeof value['createdAt'] === 'string'
  );
}

const isDone = (value: unknown): value is CreatedEntry =>
  isObject(value) && value['done'] === CREATION && isCreated(value);

/** An answer may lack what the interface does not show. */
type CreatedAnswer = { readonly [P in keyof Created]?: Created[P] | undefined };

interface CampaignCreation {
  /** What this body was created as in the same place; null when it was not, as far as is known here. */
  readonly before: () => Promise<Created | null>;
  /** Sends the request, and remembers what was created. */
  readonly send: <T extends CreatedAnswer>(request: (onTurn: OnTurn) => Promise<T>) => Promise<T>;
}

/** Does the work while no other process creates the same body in the same place. */
async function creatingOnce<T>(
  session: Session,
  body: { readonly name: string },
  work: (creation: CampaignCreation) => Promise<T>,
): Promise<T> {
  // Comments, order of lines and the name of the file do not count: what would be sent does.
  const key = keyOf(session, body);
  const kind = { folder: ['campaigns', key], noun: 'this campaign', isDone, find: 'reach campaign list' } as const;
  return await creating(session, kind, (creation) =>
    work({
      before: async () => (await answerOf(session, creation, body.name)) ?? createdByOlderVersion(session, key),
      send: async (request) => {
        const created = await creation.send(request);
        const [known] = having([created], 'id', 'name', 'createdAt');
        // The campaign exists: this is only a warning.
        if (known !== undefined && !(await isKept(creation, known)))
          await session.print.warn('cannot remember that this file was created: creating it again will not ask');
        return created;
      },
    }),
  );
}

type CampaignJournal = Creation<CreatedEntry>;

async function isKept({ journal }: CampaignJournal, { id, name, createdAt }: Created): Promise<boolean> {
  try {
    await journal?.answered({ done: CREATION, id, name, createdAt }, true);
    return journal !== null;
  } catch (error) {
    if (error instanceof CliError && error.code === 'journal') return false;
    throw error;
  }
}

async function answerOf(session: Session, creation: CampaignJournal, name: string): Promise<Created | null> {
  const { journal } = creation;
  if (journal === null) return null;
  const found = await creation.find(async (since) =>
    since === null ? null : await foundSince(session, name, since - CLOCK_SKEW_MS),
  );
  if (found !== null) await isKept(creation, found);
  return found ?? (journal.done.includes(CREATION) ? await journal.answer(CREATION) : null);
}

/** The campaign that a request without an answer has created. */
async function foundSince(session: Session, wanted: string, since: number): Promise<Created | null> {
  const { call } = await session.client();
  for await (const campaign of listPages(call, 'campaigns', 'list', {}, { signal: session.io.interrupt })) {
    const [known] = having([campaign], 'id', 'name', 'createdAt');
    if (known === undefined || known.name !== wanted || Date.parse(known.createdAt) < since) continue;
    const { id, name, createdAt } = known;
    return { id, name, createdAt };
  }
  return null;
}

/** Versions up to 0.2 had one file for all campaigns. */
function createdByOlderVersion({ paths }: Session, key: string): Created | null {
  try {
    const all: unknown = JSON.parse(keptText(join(paths.state, 'campaigns.json')) ?? '{}');
    const created = isObject(all) ? getOwn(all, key) : undefined;
    return isCreated(created) ? created : null;
  } catch {
    return null;
  }
}

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

export const createCommand = does(declare, async (session, name, options) => {
  const { file, body } = await soundCampaign(session, name);
  if (options.dryRun) {
    await printDryRun(session, planned(routes.campaigns.create, { body }));
    const before = options.again ? null : await creatingOnce(session, body, (creation) => creation.before());
    if (before !== null && (await stillExists(session, before)))
      await session.print.warn(`without --again it asks: this file was created before, as campaign ${before.id}`);
    return;
  }
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
});
