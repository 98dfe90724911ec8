// reach campaign create: a draft from a file, checked before anything is sent.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import type { CampaignInput } from '../../../contract/campaigns/endpoints.ts';
import { getOwn } from '../../../contract/dictionary.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { unknownSettings } from '../../../rules/campaigns/file.ts';
import { keptText } from '../../files/bounded-read.ts';
import { problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { type JournalKind, type OpenJournal, openJournalFolder, type SentEntry } from '../../files/journal.ts';
import { LOCK_PATIENCE_MS, lockedError } from '../../files/lock.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { noteUnnamed } from '../../shared/answer/created.ts';
import { having } from '../../shared/answer/known.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { offlineKnowledge, readContactFields } from '../../shared/lint/campaign-knowledge.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { settled } from '../../shared/lint/settled.ts';
import { soundBody } from '../../shared/names/resolve.ts';
import { targetOf, targetText } from '../../shared/target.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { CliError } from '../../terminal/exit.ts';
import { isSystemError } from '../../terminal/system-error.ts';
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

type CreationJournal = OpenJournal<SentEntry, CreatedEntry>;

const CREATION = 1;
/** How far the clock of the service may be behind ours. */
const CLOCK_SKEW_MS = 600_000;

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Comments, order of lines and the name of the file do not count: what would be sent does. */
const keyOf = (session: Session, body: unknown) => `${hashOf(targetOf(session)).slice(0, 16)}-${hashOf(body)}`;

function isCreated(value: unknown): value is Created {
  return (
    isObject(value) && isId(value['id']) && typeof value['name'] === 'string' && typeof value['createdAt'] === 'string'
  );
}

const kindOf = (folder: string): JournalKind<SentEntry, CreatedEntry> => ({
  header: { journal: 'campaign', version: 1 },
  isSent: (value): value is SentEntry =>
    isObject(value) && value['sent'] === CREATION && typeof value['at'] === 'number',
  isDone: (value): value is CreatedEntry => isObject(value) && value['done'] === CREATION && isCreated(value),
  startOverHint: `delete ${folder}, once reach campaign list shows whether the campaign was created`,
});

/** An answer may lack what the interface does not show. */
type CreatedAnswer = { readonly [P in keyof Created]?: Created[P] | undefined };

interface Creation {
  /** What this body was created as in the same place; null when it was not, as far as is known here. */
  readonly before: () => Promise<Created | null>;
  readonly send: <T extends CreatedAnswer>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Does the work while no other process creates the same body in the same place. Where nothing can be stored, each process is
 * on its own.
 */
async function creatingOnce<T>(
  session: Session,
  body: { readonly name: string },
  work: (creation: Creation) => Promise<T>,
): Promise<T> {
  const key = keyOf(session, body);
  const folder = join(session.paths.state, 'campaigns', key);
  const opened = await openJournalFolder(folder, session.io, {
    kind: kindOf(folder),
    isStale: () => false,
    patienceMs: LOCK_PATIENCE_MS,
    busy: (holder) => lockedError('later', 'another process is creating this campaign', holder),
  }).catch(ifUnwritable);
  let isRefused = false;
  try {
    return await work({
      before: async () =>
        (opened && (await answerOf(session, opened, body.name))) ?? createdByOlderVersion(session, key),
      send: async (request) => {
        let isKept = await kept(opened?.journal.sent({ sent: CREATION, at: session.io.now() }));
        const created = await request().catch((error: unknown) => {
          isRefused = error instanceof ApiError && error.status < 500;
          throw error;
        });
        const [known] = having([created], 'id', 'name', 'createdAt');
        if (known !== undefined) {
          const { id, name, createdAt } = known;
          isKept &&= await kept(opened?.journal.answered({ done: CREATION, id, name, createdAt }, true));
          // The campaign exists: this is only a warning.
          if (!isKept)
            await session.print.warn('cannot remember that this file was created: creating it again will not ask');
        }
        return created;
      },
    });
  } finally {
    const is = opened?.journal.state(CREATION).is;
    await opened?.close(is === 'unknown' || (isRefused && is === 'unanswered'));
  }
}

function ifUnwritable(error: unknown): null {
  if (isSystemError(error)) return null;
  throw error;
}

/** Whether the entry was written. */
async function kept(writing: Promise<void> | undefined): Promise<boolean> {
  try {
    await writing;
    return writing !== undefined;
  } catch (error) {
    if (error instanceof CliError && error.code === 'journal') return false;
    throw error;
  }
}

async function answerOf(session: Session, { journal }: CreationJournal, name: string): Promise<Created | null> {
  const state = journal.state(CREATION);
  if (state.is === 'unknown') return null;
  if (state.is === 'done') return await journal.answer(CREATION);
  const [first] = 'requests' in state ? state.requests : [];
  const found = first === undefined ? null : await foundSince(session, name, first.at - CLOCK_SKEW_MS);
  if (found !== null) await kept(journal.answered({ done: CREATION, ...found }, true));
  return found ?? (state.is === 'reopened' ? await journal.answer(CREATION) : null);
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
  creation: Creation,
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
    const request = async () => (await ask('campaigns', 'create', { body }, { filtersItself })).data;
    return await sent(session, file, () => creation.send(request));
  });
  await printCampaign(session, campaign);
  await noteUnnamed(session, campaign, 'reach campaign list');
}

export const createCommand = does(declare, create);
