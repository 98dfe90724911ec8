// What happened to a contact, in words: for the pages of the local service.

import { groupBy } from '../../../contract/group-by.ts';
import { fieldLabel, valueLabel } from '../../../presentation/labels.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { workflowVersion } from '../workflows/queries/workflows.ts';
import {
  type ContactCampaign,
  type ContactRunStep,
  contactCampaigns,
  contactRunSteps,
  type HistoryRow,
  historyOf,
} from './queries/events.ts';

export interface ContactEventLine {
  readonly at: string;
  readonly what: string;
  readonly tone: 'good' | 'bad' | 'busy' | 'plain';
  readonly detail: string | null;
  readonly messageId: number | null;
  readonly campaign: { readonly id: number; readonly name: string } | null;
}

const EVENTS_MAX = 200;

export async function timelineOf({ tx, principal }: Context, contactId: number): Promise<ContactEventLine[]> {
  const rows = await historyOf(tx, principal.workspaceId, contactId, EVENTS_MAX);
  return rows.map((row) => ({
    at: isoTime(row.at),
    ...wordsOf(row),
    detail: row.detail,
    messageId: row.messageId,
    campaign:
      row.campaignId === null ? null : { id: row.campaignId, name: row.campaignName ?? `campaign ${row.campaignId}` },
  }));
}

const EVENTS: ReadonlyMap<string, readonly [what: string, tone: ContactEventLine['tone']]> = new Map([
  ['open', ['Opened', 'good']],
  ['click', ['Link clicked', 'good']],
  ['view', ['Seen', 'good']],
  ['reply', ['Replied', 'good']],
  ['accept', ['Request accepted', 'good']],
  ['visit', ['Visited', 'good']],
  ['complete', ['Task done', 'good']],
  ['bounce', ['Bounced', 'bad']],
  ['unsubscribe', ['Unsubscribed', 'bad']],
]);

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['NETWORK', 'Network message'],
  ['WHATSAPP', 'WhatsApp message'],
]);

const DECISIONS: ReadonlyMap<string | null, string> = new Map([
  ['TRUE', 'yes'],
  ['FALSE', 'no'],
]);

function wordsOf({ source, kind, state }: HistoryRow): Pick<ContactEventLine, 'what' | 'tone'> {
  if (source === 'event') {
    const [what, tone] = EVENTS.get(kind) ?? [fieldLabel(kind), 'plain'];
    return { what, tone };
  }
  if (source === 'message') {
    const status = state?.split(' ')[1] ?? '';
    return {
      what: `${MESSAGES.get(kind) ?? valueLabel(kind)} ${kind === 'TASK' ? 'added' : valueLabel(status).toLowerCase()}`,
      tone: state?.startsWith('INBOUND') ? 'good' : 'plain',
    };
  }
  const isFailed = state === 'FAILED';
  const outcome = DECISIONS.get(state) ?? valueLabel(state ?? '').toLowerCase();
  return { what: `${valueLabel(kind.toUpperCase())}: ${outcome}`, tone: isFailed ? 'bad' : 'plain' };
}

// Campaigns and runs of workflows that a contact is in: for the pages of the local service.

export type { ContactCampaign };

export interface ContactRun extends ContactRunStep {
  readonly stepId: string;
}

/** Campaigns by id; and what the newest runs did, newest first, with the ids of their steps. */
export async function participationOf({ tx, principal }: Context, contactId: number) {
  const campaigns = await contactCampaigns(tx, principal.workspaceId, contactId);
  const rows = await contactRunSteps(tx, principal.workspaceId, contactId);
  const runs: ContactRun[] = [];
  for (const [, steps] of groupBy(rows, ({ runId }) => runId)) {
    const { workflowId = 0, version = 0 } = steps[0] ?? {};
    const nodes = (await workflowVersion(tx, workflowId, version))?.plan.nodes ?? [];
    for (const row of steps) runs.push({ ...row, stepId: nodes[row.step]?.id ?? String(row.step) });
  }
  return { campaigns, runs };
}
