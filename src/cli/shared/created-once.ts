// Which campaigns and workflows were created from which files, so that creating one twice is not an accident: a journal for
// each body and place, in the state folder. A request without an answer is settled by looking the record up.

import { join } from 'node:path';
import { listPages } from '../../client/answers/pages.ts';
import { ApiError } from '../../client/errors.ts';
import { type AnyId, isId } from '../../contract/ids.ts';
import { getOwn, isObject } from '../../contract/json.ts';
import { keptText } from '../files/bounded-read.ts';
import type { Session } from '../session/session.ts';
import { CliError } from '../terminal/exit.ts';
import { having } from './answer.ts';
import { targetOf, targetText } from './approval.ts';
import { noteUnnamed } from './created.ts';
import { CREATION, type Creation, creating, keyOf, type OnTurn } from './creation.ts';

type CreatedNoun = 'campaign' | 'workflow';

interface Created {
  readonly id: AnyId;
  readonly name: string;
  /** By the service, where it says so: after a reset the same id is another record. */
  readonly createdAt?: string | undefined;
}

interface CreatedEntry extends Created {
  readonly done: number;
}

/** How far the clock of the service may be behind ours. */
const CLOCK_SKEW_MS = 600_000;

function isCreated(value: unknown): value is Created {
  if (!isObject(value)) return false;
  const { id, name, createdAt } = value;
  return isId(id) && typeof name === 'string' && (createdAt === undefined || typeof createdAt === 'string');
}

const isDone = (value: unknown): value is CreatedEntry =>
  isObject(value) && value['done'] === CREATION && isCreated(value);

/** An answer may lack what the interface does not show. */
type CreatedAnswer = { readonly [P in keyof Created]?: Created[P] | undefined };

interface CreationAnswers {
  readonly again?: true | undefined;
  readonly yes?: true | undefined;
}

interface CreationOnce {
  /** Asks for confirmation where it is needed; throws Declined. `show`: what is created, before the question. */
  readonly approve: (options: CreationAnswers, question: string, show: () => Promise<void>) => Promise<void>;
  /** Warns where the command itself would ask whether to create it again. */
  readonly warn: (options: CreationAnswers) => Promise<void>;
  /** Sends the request, and remembers what was created. */
  readonly send: <T extends CreatedAnswer>(request: (onTurn: OnTurn) => Promise<T>) => Promise<T>;
}

/** Does the work while no other process creates the same body in the same place. */
export async function creatingOnce<T>(
  session: Session,
  noun: CreatedNoun,
  body: { readonly name: string },
  work: (creation: CreationOnce) => Promise<T>,
): Promise<T> {
  // Comments, order of lines and the name of the file do not count: what would be sent does.
  const key = keyOf(session, body);
  const find = `reach ${noun} list`;
  return await creating(session, { folder: [`${noun}s`, key], noun: `this ${noun}`, isDone, find }, (creation) => {
    const existing = async ({ again }: CreationAnswers): Promise<AnyId | null> => {
      if (again) return null;
      const before =
        (await answerOf(session, noun, creation, body.name)) ?? createdByOlderVersion(session, `${noun}s`, key);
      return before !== null && (await stillExists(session, noun, before)) ? before.id : null;
    };
    return work({
      approve: async (options, question, show) => {
        const { prompt } = session;
        const id = await existing(options);
        if (id !== null) {
          const place = targetText(targetOf(session));
          const text = `This file was created before, as ${noun} ${id} in ${place}. Create it again?`;
          return await prompt.approve(text, '--again', 'nothing created');
        }
        if (options.yes || !prompt.possible) return;
        await show();
        await prompt.approve(question, '--yes', 'nothing created');
      },
      warn: async (options) => {
        const id = await existing(options);
        if (id !== null)
          await session.print.warn(`without --again it asks: this file was created before, as ${noun} ${id}`);
      },
      send: async (request) => {
        const created = await creation.send(request);
        const [known] = having([{ name: body.name, ...created }], 'id', 'name');
        // The record exists: this is only a warning.
        if (known !== undefined && !(await isKept(creation, known)))
          await session.print.warn('cannot remember that this file was created: creating it again will not ask');
        await noteUnnamed(session, created, find);
        return created;
      },
    });
  });
}

type CreationJournal = Creation<CreatedEntry>;

async function isKept({ journal }: CreationJournal, { id, name, createdAt }: Created): Promise<boolean> {
  try {
    await journal?.answered({ done: CREATION, id, name, ...(createdAt !== undefined && { createdAt }) }, true);
    return journal !== null;
  } catch (error) {
    if (error instanceof CliError && error.code === 'journal') return false;
    throw error;
  }
}

/** What this body was created as in the same place; null when it was not, as far as is known here. */
async function answerOf(
  session: Session,
  noun: CreatedNoun,
  creation: CreationJournal,
  name: string,
): Promise<Created | null> {
  const { journal } = creation;
  if (journal === null) return null;
  const found = await creation.find(async (since) =>
    since === null ? null : await foundSince(session, noun, name, since - CLOCK_SKEW_MS),
  );
  if (found !== null) await isKept(creation, found);
  return found ?? (journal.done.includes(CREATION) ? await journal.answer(CREATION) : null);
}

/** What a request without an answer has created. */
async function foundSince(session: Session, noun: CreatedNoun, wanted: string, since: number): Promise<Created | null> {
  const { call } = await session.client();
  const options = { signal: session.io.interrupt };
  const all: AsyncIterable<CreatedAnswer> =
    noun === 'campaign'
      ? listPages(call, 'campaigns', 'list', {}, options)
      : listPages(call, 'workflows', 'list', {}, options);
  for await (const one of all) {
    const [known] = having([one], 'id', 'name', 'createdAt');
    if (known === undefined || known.name !== wanted || Date.parse(known.createdAt) < since) continue;
    const { id, name, createdAt } = known;
    return { id, name, createdAt };
  }
  return null;
}

/** Versions up to 0.2 had one file for all campaigns. */
function createdByOlderVersion({ paths }: Session, kind: string, key: string): Created | null {
  try {
    const all: unknown = JSON.parse(keptText(join(paths.state, `${kind}.json`)) ?? '{}');
    const created = isObject(all) ? getOwn(all, key) : undefined;
    return isCreated(created) ? created : null;
  } catch {
    return null;
  }
}

/** Whether what was created still exists: not after a reset of the service. */
async function stillExists(session: Session, noun: CreatedNoun, { id, name, createdAt }: Created): Promise<boolean> {
  const api = await session.api();
  try {
    const found =
      noun === 'campaign'
        ? await api.campaigns.get({ params: { campaignId: id } })
        : await api.workflows.get({ params: { workflowId: id } });
    return createdAt === undefined ? (found.name ?? name) === name : found.createdAt === createdAt;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false;
    throw error;
  }
}
