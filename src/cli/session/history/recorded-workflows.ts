// Drafts and versions of workflows.

import type { RequestInput } from '../../../client/request.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { DraftEdit } from '../../../contract/workflows/records.ts';
import { applyOps } from '../../../rules/workflows/draft-ops.ts';
import {
  bodyOf,
  type Change,
  fieldChanges,
  idOf,
  labelOf,
  type RecordedRoute,
  recordIn,
  YES,
} from './recorded-route.ts';

const read: NonNullable<RecordedRoute['before']> = async ({ params }, call) =>
  (await call(routes.workflows.get, { ...(params && { params }) })).data;

/** What of a trigger can be written. */
function writtenTrigger(trigger: unknown): unknown {
  if (!isObject(trigger)) return null;
  const { webhookUrl: _, webhookInputs: __, webhookSecret: ___, ...written } = trigger;
  return written;
}

export function draftOf({ name, plan, trigger, maxCreditsPerRun }: JsonObject): JsonObject {
  return { name, plan, trigger: writtenTrigger(trigger), maxCreditsPerRun: maxCreditsPerRun ?? null };
}

const UNREAD = 'the draft before could not be read';

export const draftEdit: RecordedRoute = {
  undo: YES,
  before: read,
  changes: (input, before) => {
    const head = { kind: 'workflow', id: idOf(input, 'workflowId'), is: 'updated', ...labelOf(before) } as const;
    const edit = DraftEdit.safeParse(bodyOf(input));
    if (!isObject(before) || !edit.success) return [{ ...head, unread: UNREAD }];
    const { ops = [], maxCreditsPerRun } = edit.data;
    const now = draftOf(before);
    const { draft } = applyOps(
      { name: String(now['name']), plan: recordIn(now['plan']), trigger: now['trigger'] },
      ops,
    );
    const wanted = { ...draft, ...(maxCreditsPerRun !== undefined && { maxCreditsPerRun }) };
    return [{ ...head, fields: fieldChanges(now, wanted) }];
  },
  answered: (input, data, before) => {
    const head = { kind: 'workflow', id: idOf(input, 'workflowId'), is: 'updated', ...labelOf(before) } as const;
    if (!isObject(before) || !isObject(data) || !isObject(data['plan'])) return [{ ...head, unread: UNREAD }];
    return [{ ...head, fields: fieldChanges(draftOf(before), draftOf(data)) }];
  },
};

function published(input: RequestInput, before: unknown, to: unknown): readonly Change[] {
  const from = recordIn(before)['version'] ?? null;
  const head = { kind: 'workflow', id: idOf(input, 'workflowId'), is: 'updated', ...labelOf(before) } as const;
  const first = { lasting: 'the API cannot unpublish a workflow that had no version before' };
  return [{ ...head, fields: { published: [from, to] }, ...(from === null && first) }];
}

export const publishing: RecordedRoute = {
  undo: {
    is: 'partly',
    why: 'the former version is published again; a first version stays',
    dependsOnChanges: true,
  },
  before: read,
  changes: (input, before) => published(input, before, 'next'),
  answered: (input, data, before) => published(input, before, recordIn(data)['version'] ?? null),
};
