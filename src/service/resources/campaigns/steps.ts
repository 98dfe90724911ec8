// The stored form of a sequence: steps keep their ids over edits, and each has its own copy of its AI message.

import { CAMPAIGN_STATUSES } from '../../../contract/campaigns/enums.ts';
import type { Step } from '../../../contract/campaigns/steps.ts';
import { keepIds } from '../../../rules/campaigns/identity.ts';
import { branchesOf, contentOf, type StoredStep, withBranches } from '../../../rules/campaigns/stored.ts';
import { canonicalText } from '../../../rules/outreach/compare.ts';
import type { Context } from '../../core/context.ts';
import { insertContent } from '../ai/queries/contents.ts';
import { campaignsUsing, copyReferences, usesField } from '../ai/queries/references.ts';
import { type AiSource, aiSources, normalizedId } from '../ai/rendered-prompt.ts';
import { campaignById, type StepFacts, stepIdCounter, updateSteps } from './queries/campaigns.ts';

/** Every step, branches included, in reading order. */
export function* everyStep(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    for (const [, inner] of branchesOf(step)) yield* everyStep(inner);
  }
}

export function stepFactsOf(steps: readonly Step[]): StepFacts {
  const all = [...everyStep(steps)];
  const leadsTo = all.flatMap((step) => (step.type === 'add_to_another_campaign' ? [step.campaignId] : []));
  return { stepCount: all.length, leadsTo: [...new Set(leadsTo)] };
}

/**
 * The steps to store. `before` is the sequence they replace: unchanged steps keep their ids and copies. The steps must be
 * checked: everything they refer to exists.
 */
export async function storedSteps(
  context: Context,
  campaignId: number,
  sent: readonly Step[],
  before: readonly StoredStep[],
): Promise<StoredStep[]> {
  const plain = sent.map((step) => mapStep(step, withNormalizedIds));
  const sources = await aiSources(context, idsIn([...plain, ...before]).map(String));
  const explicit = new Set(idsIn(plain));
  const old = new Set(idsIn(before));
  const free = freeCopies(before, sources, explicit);
  const withCopies = plain.map((step) =>
    mapStep(step, (own) => {
      const id = aiMessageOf(own);
      return id === undefined || old.has(id) ? own : withOldCopy(own, free.get(fingerprintOf(own, sources)));
    }),
  );
  const counter = await stepIdCounter(context.tx);
  const { steps, added } = keepIds(withCopies, before, counter.next);
  await counter.save();
  for (const step of added) await copyAiMessage(context, campaignId, step, sources);
  return steps;
}

/** Applies `change` to the step and to every step in its branches. */
function mapStep(step: Step, change: (own: Step) => Step): Step {
  const own = change(step);
  const inner = (steps: readonly Step[]) => steps.map((one) => mapStep(one, change));
  return withBranches(own, {}, inner);
}

/** An id is stored the same way, whether it was sent as a number or as text. */
function withNormalizedIds(step: Step): Step {
  const own: Step = { ...step };
  if ('aiMessageId' in own && own.aiMessageId !== undefined) own.aiMessageId = normalizedId(own.aiMessageId);
  if ('ownerId' in own && own.ownerId !== undefined) own.ownerId = normalizedId(own.ownerId);
  if ('voiceId' in own && own.voiceId !== undefined) own.voiceId = String(own.voiceId);
  return own;
}

function aiMessageOf(step: Step): number | string | undefined {
  return 'aiMessageId' in step ? step.aiMessageId : undefined;
}

function idsIn(steps: readonly Step[]): (number | string)[] {
  return [...everyStep(steps)].flatMap((step) => aiMessageOf(step) ?? []);
}

type AiSources = ReadonlyMap<string, AiSource>;

/** Covers the content of the step's AI message, not which copy it is. */
function fingerprintOf(step: Step, sources: AiSources): string {
  const source = sources.get(String(aiMessageOf(step)));
  const { toneId, model, outputLength, splitMessages } = source ?? {};
  const settings = { toneId, model, outputLength, splitMessages };
  return canonicalText({ ...contentOf(step), aiMessageId: source?.rootId, prompt: source?.prompt, settings });
}

/** Copies in the old sequence that the new one does not refer to, by the fingerprint of their steps, in reading order. */
function freeCopies(before: readonly StoredStep[], sources: AiSources, named: ReadonlySet<number | string>) {
  const free = new Map<string, (number | string)[]>();
  for (const step of everyStep(before)) {
    const copy = aiMessageOf(step);
    if (copy === undefined || named.has(copy)) continue;
    const print = fingerprintOf(step, sources);
    free.set(print, [...(free.get(print) ?? []), copy]);
  }
  return free;
}

/** A step that refers to the original of its copy again is unchanged and keeps the copy. */
function withOldCopy(step: Step, copies: (number | string)[] | undefined): Step {
  const copy = copies?.shift();
  return copy === undefined || !('aiMessageId' in step) ? step : { ...step, aiMessageId: copy };
}

/** A new step gets its own copy, so that later edits of the original do not change it. */
async function copyAiMessage(context: Context, campaignId: number, step: StoredStep, sources: AiSources) {
  const id = aiMessageOf(step);
  if (id === undefined || !('aiMessageId' in step)) return;
  const source = sources.get(String(id));
  if (source === undefined) throw new Error(`AI message ${id} has disappeared since the steps were checked`);
  const { tx, principal, now } = context;
  const { id: _id, rootId: copiedFrom, ...own } = source;
  const place = { folderId: null, subject: null, messages: null, campaignId, copiedFrom, updatedAt: now };
  const copyId = await insertContent(tx, 'ai-message', principal.workspaceId, { ...own, ...place }, now);
  const original = normalizedId(id);
  if (typeof original === 'number') {
    await copyReferences(tx, { kind: 'ai-message', id: original }, { kind: 'ai-message', id: copyId });
  }
  step.aiMessageId = copyId;
}

/** A contact field was renamed: updates messages and conditions that refer to it by name. */
export async function renameFieldInCampaigns({ tx, principal }: Context, from: string, to: string): Promise<void> {
  for (const { id } of await campaignsUsing(tx, principal.workspaceId, CAMPAIGN_STATUSES, usesField(from))) {
    const campaign = await campaignById(tx, principal.workspaceId, id);
    if (campaign) await updateSteps(tx, id, renamed(campaign.steps, from, to));
  }
}

function renamed(steps: readonly StoredStep[], from: string, to: string): readonly StoredStep[] {
  return JSON.parse(JSON.stringify(steps), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (key === 'content' || key === 'subject') return value.replaceAll(`{${from}}`, () => `{${to}}`);
    return key === 'field' && value === from ? to : value;
  });
}
