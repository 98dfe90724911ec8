// The sequence of a campaign as one contact goes through it: for the pages of the local service.

import { INSTANT_CONDITIONS, type StepType } from '../../../contract/campaigns/enums.ts';
import type { StepRecord } from '../../../contract/campaigns/steps.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { allSteps, type GraphStep, graphOf } from '../../../presentation/graph/model.ts';
import { placesOf, type StepPlace } from '../../../presentation/graph/outline.ts';
import { filledFor, messagesOf, type StepMessage } from '../../../rules/campaigns/messages.ts';
import type { ContentPart } from '../../../rules/campaigns/placeholders.ts';
import { branchesOf, readForm } from '../../../rules/campaigns/stored.ts';
import { readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found } from '../../core/context.ts';
import { attachmentsOf } from '../inbox/messages.ts';
import { type Attachment, messageById } from '../inbox/queries/messages.ts';
import {
  type CampaignRun,
  conditionHolds,
  openRun,
  placeholderValues,
  type Recipient,
  recipientsOf,
} from './execution/recipients.ts';
import { whySkipped } from './execution/steps.ts';
import { pausesOf } from './queries/engagement.ts';
import { type ExecutedStep, enrolmentOf, executedSteps } from './queries/step-executions.ts';
import { campaignOf } from './read.ts';

export interface PreviewMessage {
  /** What is missing is a part of its own. */
  readonly subject: readonly ContentPart[] | null;
  readonly content: readonly ContentPart[] | null;
  readonly aiMessageId: string | null;
}

export interface SequencePathStep extends StepPlace {
  readonly stepId: number;
  readonly number: number;
  readonly type: StepType;
  readonly title: string;
  /** `open`: depends on a branch that is not decided yet. */
  readonly state: 'done' | 'skipped' | 'failed' | 'next' | 'planned' | 'open';
  /** Why it was or will be skipped, or failed; the decision of a condition. */
  readonly reason: string | null;
  /** When it was executed, or is due next; null while the campaign sends nothing. */
  readonly at: string | null;
  readonly messageId: number | null;
  readonly messages: readonly PreviewMessage[];
  readonly attachments: readonly Attachment[];
  /** Of an email: HTML that is appended to it. */
  readonly signature: string | null;
}

interface Walk {
  readonly run: CampaignRun;
  readonly recipient: Recipient;
  readonly executed: ReadonlyMap<number, ExecutedStep>;
  readonly faces: readonly GraphStep[];
  readonly places: ReadonlyMap<string, StepPlace>;
  readonly messages: ReadonlyMap<string, readonly StepMessage[]>;
  readonly next: { readonly place: number | null; readonly at: string | null } | null;
  readonly found: SequencePathStep[];
  /** Steps so far, in reading order, those of branches that are not taken included. */
  count: number;
}

/** Whatever the contact went through and may still get. `isOver`: it gets nothing any more. Throws Refusal `not_found` for the campaign or the contact. */
export async function previewFor(context: Context, campaignId: number, contactId: number) {
  const campaign = await campaignOf(context, campaignId);
  const steps = readForm(campaign.steps);
  const { pausedMs } = await pausesOf(context.tx, campaignId);
  const run = await openRun(context, campaign, steps, pausedMs);
  const recipient = found((await recipientsOf(run, [contactId])).get(contactId), 'contact', contactId);
  const enrolment = await enrolmentOf(context.tx, campaignId, contactId);
  const executed = await executedSteps(context.tx, campaignId, contactId, enrolment?.entry ?? 0);
  const graph = graphOf({ steps });
  const dueAt = enrolment?.dueAt ?? null;
  const walk: Walk = {
    ...{ run, recipient, executed: new Map(executed.map((one) => [one.stepId, one])), found: [], count: 0 },
    faces: [...allSteps(graph.steps)],
    places: placesOf(graph.steps),
    messages: groupBy(messagesOf(readSteps(Problems.none(), steps)), ({ path }) =>
      path.replace(/\.messages\[\d+\]$/, ''),
    ),
    next:
      dueAt === null
        ? null
        : {
            place: enrolment?.place ?? run.route.first,
            at: campaign.status === 'ACTIVE' ? isoTime(Math.max(context.now, dueAt + pausedMs)) : null,
          },
  };
  await follow(walk, steps, false);
  const way: SequencePathStep[] = [];
  for (const step of walk.found) way.push(await asSent(context, step));
  const isOver = enrolment !== undefined && enrolment.entry > 0 && dueAt === null;
  return { steps: isOver ? way.filter(({ stepId }) => walk.executed.has(stepId)) : way, isOver };
}

/** What a step has sent is read as it was then, whatever its contact is by now; of a bundle only what it sends is known. */
async function asSent({ tx, principal }: Context, step: SequencePathStep): Promise<SequencePathStep> {
  if (step.messageId === null || step.messages.length !== 1) return step;
  const sent = found(await messageById(tx, principal.workspaceId, step.messageId), 'message', step.messageId);
  const parts = (text: string | null) => (text === null ? null : [{ kind: 'text' as const, text }]);
  const messages = [{ subject: parts(sent.subject), content: parts(sent.body), aiMessageId: null }];
  return { ...step, messages, signature: sent.signature };
}

/** Returns whether the sequence ends in these steps for certain. */
async function follow(walk: Walk, steps: readonly StepRecord[], isOpen: boolean): Promise<boolean> {
  let isEnded = false;
  for (const step of steps) {
    const face = walk.faces[walk.count];
    walk.count += 1;
    const branches = branchesOf(step);
    const happened: boolean | null = isEnded ? null : await decisionOf(walk, step);
    if (face && !isEnded) walk.found.push(pathStep(walk, step, face, { isOpen, happened }));
    const ends: boolean[] = [];
    for (const [key, inner] of branches) {
      const isTaken = !isEnded && (happened === null || (key === 'onTrue' || key === 'onAccepted') === happened);
      if (isTaken) ends.push(await follow(walk, inner, isOpen || happened === null));
      else walk.count += [...allSteps(graphOf({ steps: inner }).steps)].length;
    }
    const ways: number = happened === null ? 2 : 1;
    isEnded ||= step.type === 'end' || (ends.length === ways && ends.every(Boolean));
  }
  return isEnded;
}

/** Whether the event of a branching step has come, or its condition holds now; null while that is not known. */
async function decisionOf({ run, recipient, executed }: Walk, step: StepRecord): Promise<boolean | null> {
  const decided = executed.get(step.stepId)?.decision ?? null;
  if (decided !== null || step.type !== 'condition') return decided;
  const { condition } = step;
  const isInstant = condition.type === 'lead_field' || INSTANT_CONDITIONS.some((type) => type === condition.type);
  return isInstant ? conditionHolds(run, recipient, condition) : null;
}

const STATES = { DONE: 'done', SKIPPED: 'skipped', FAILED: 'failed' } as const;

function pathStep(
  walk: Walk,
  step: StepRecord,
  { number, path, title }: GraphStep,
  { isOpen, happened }: { readonly isOpen: boolean; readonly happened: boolean | null },
): SequencePathStep {
  const { run, recipient, executed, next } = walk;
  const known = executed.get(step.stepId);
  const unreachable = known ? null : whySkipped(step.type, recipient);
  const isNext = next !== null && next.place === step.connectionId;
  const expected = unreachable !== null ? 'skipped' : isOpen ? 'open' : 'planned';
  const read = placeholderValues(run, recipient);
  const filled = (text: string | null) =>
    text === null ? null : filledFor(text, read, (field) => read(`identity.${field}`)).parts;
  const branch = step.type === 'condition' && happened !== null ? (happened ? 'yes' : 'no') : null;
  return {
    ...{ stepId: step.stepId, number, type: step.type, title, ...(walk.places.get(path) ?? { day: null, way: '' }) },
    state: known ? STATES[known.outcome] : isNext && expected !== 'skipped' ? 'next' : expected,
    reason: known?.reason ?? unreachable ?? branch,
    at: known ? isoTime(known.at) : isNext ? next.at : null,
    messageId: known?.messageId ?? null,
    messages: (walk.messages.get(path) ?? []).map(({ subject, content, aiMessageId }) => ({
      ...{ subject: filled(subject), content: filled(content), aiMessageId },
    })),
    attachments: (step.type === 'network_message_bundle' ? step.messages : [step]).flatMap(attachmentsOf),
    signature: step.type === 'email' ? (run.sender?.signature ?? null) : null,
  };
}
