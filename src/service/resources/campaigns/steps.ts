// A new sequence on its way into the store: ids that stay, and for every step its own copy of its AI message.

import type { Step } from '../../../contract/campaigns/steps.ts';
import { fingerprint, keepIds } from '../../../rules/campaigns/identity.ts';
import {
  branchesOf,
  conditionBranches,
  connectionBranches,
  contentOf,
  type StoredStep,
} from '../../../rules/campaigns/stored.ts';
import type { Context } from '../../core/context.ts';
import { insertContent } from '../ai/queries/contents.ts';
import { copyReferences } from '../ai/queries/references.ts';
import { type AiSource, aiSources, keptId } from '../ai/sources.ts';
import { type StepFacts, stepIdCounter } from './queries/campaigns.ts';

/** Every step, branches included, in reading order. */
export function* everyStep(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    for (const [, inner] of branchesOf<unknown>(step)) yield* everyStep(inner);
  }
}

export function factsOf(steps: readonly Step[]): StepFacts {
  const all = [...everyStep(steps)];
  const leadsTo = all.flatMap((step) => (step.type === 'add_to_another_campaign' ? [step.campaignId] : []));
  return { count: all.length, leadsTo: [...new Set(leadsTo)] };
}

/**
 * The steps as they are kept. `before` is the sequence they replace: steps that did not change keep their ids and their
 * copies. The steps were checked: what they name exists.
 */
export async function placedSteps(
  context: Context,
  campaignId: number,
  sent: readonly Step[],
  before: readonly StoredStep[],
): Promise<StoredStep[]> {
  const plain = sent.map((step) => changed(step, withKeptIds));
  const sources = await aiSources(context, idsIn([...plain, ...before]).map(String));
  const explicit = new Set(idsIn(plain));
  const old = new Set(idsIn(before));
  const free = freeCopies(before, sources, explicit);
  const bound = plain.map((step) =>
    changed(step, (own) => {
      const id = aiMessageOf(own);
      return id === undefined || old.has(id) ? own : withOldCopy(own, free.get(printOf(own, sources)));
    }),
  );
  const counter = await stepIdCounter(context.tx);
  const { steps, added } = keepIds(bound, before, counter.next);
  await counter.save();
  for (const step of added) await copyAiMessage(context, campaignId, step, sources);
  return steps;
}

/** The step and those of its branches, each changed. */
function changed(step: Step, change: (own: Step) => Step): Step {
  const own = change(step);
  const inner = (steps: readonly Step[]) => steps.map((one) => changed(one, change));
  if (own.type === 'condition') return { ...own, ...conditionBranches(own, inner) };
  if (own.type === 'network_connection') return { ...own, ...connectionBranches(own, inner) };
  return own;
}

/** The same id is kept the same way, whether it came as number or text. */
function withKeptIds(step: Step): Step {
  const own: Step = { ...step };
  if ('aiMessageId' in own && own.aiMessageId !== undefined) own.aiMessageId = keptId(own.aiMessageId);
  if ('ownerId' in own && own.ownerId !== undefined) own.ownerId = keptId(own.ownerId);
  if ('voiceId' in own && own.voiceId !== undefined) own.voiceId = String(own.voiceId);
  return own;
}

function aiMessageOf(step: Step): number | string | undefined {
  return 'aiMessageId' in step ? step.aiMessageId : undefined;
}

function idsIn(steps: readonly Step[]): (number | string)[] {
  return [...everyStep(steps)].flatMap((step) => aiMessageOf(step) ?? []);
}

type Sources = ReadonlyMap<string, AiSource>;

/** The step's content with what its AI message says, not which copy says it. */
function printOf(step: Step, sources: Sources): string {
  const source = sources.get(String(aiMessageOf(step)));
  const { toneId, model, outputLength, splitMessages } = source ?? {};
  const settings = { toneId, model, outputLength, splitMessages };
  return fingerprint({ ...contentOf(step), aiMessageId: source?.rootId, prompt: source?.prompt, settings });
}

/** Copies of the old sequence that the new one does not name, by the content of their steps, in reading order. */
function freeCopies(
  before: readonly StoredStep[],
  sources: Sources,
  named: ReadonlySet<number | string>,
): Map<string, (number | string)[]> {
  const free = new Map<string, (number | string)[]>();
  for (const step of everyStep(before)) {
    const copy = aiMessageOf(step);
    if (copy === undefined || named.has(copy)) continue;
    const print = printOf(step, sources);
    free.set(print, [...(free.get(print) ?? []), copy]);
  }
  return free;
}

/** A step that names again what its copy was made from has not changed: it goes on with its copy. */
function withOldCopy(step: Step, copies: (number | string)[] | undefined): Step {
  const copy = copies?.shift();
  return copy === undefined || !('aiMessageId' in step) ? step : { ...step, aiMessageId: copy };
}

/** Gives a new step its own copy (SERVICE-API, step rule 6). */
async function copyAiMessage(context: Context, campaignId: number, step: StoredStep, sources: Sources): Promise<void> {
  const id = aiMessageOf(step);
  if (id === undefined || !('aiMessageId' in step)) return;
  const source = sources.get(String(id));
  if (source === undefined) throw new Error(`AI message ${id} was there when the steps were checked`);
  const { tx, principal, now } = context;
  const { id: _id, rootId: copiedFrom, ...own } = source;
  const place = { folderId: null, subject: null, messages: null, campaignId, copiedFrom, updatedAt: now };
  const copyId = await insertContent(tx, 'ai-message', principal.workspaceId, { ...own, ...place }, now);
  const original = keptId(id);
  if (typeof original === 'number') {
    await copyReferences(tx, { kind: 'ai-message', id: original }, { kind: 'ai-message', id: copyId });
  }
  step.aiMessageId = copyId;
}
