// The playbook, whose items are matched by their keys; drafts and versions of workflows.

import type { RequestInput } from '../../../client/request.ts';
import { isId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import {
  ITEM_READ_ONLY,
  PLAYBOOK_SECTIONS,
  type PlaybookSection,
  READ_AS,
  SECTIONS,
} from '../../../contract/playbook/sections.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { DraftEdit } from '../../../contract/workflows/records.ts';
import { applyOps } from '../../../rules/workflows/draft-ops.ts';
import {
  bodyOf,
  type Change,
  type ChangedKind,
  fieldChanges,
  idOf,
  isNothing,
  labelOf,
  type RecordedRoute,
  reading,
  writtenFields,
  YES,
} from './recorded-route.ts';

const SECTION_KINDS: Readonly<Record<PlaybookSection, ChangedKind>> = {
  productsServices: 'product',
  idealCustomerProfiles: 'ICP',
  competitors: 'competitor',
  testimonials: 'testimonial',
  faqs: 'FAQ',
};

const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const matchKey = (section: PlaybookSection, item: JsonObject): string =>
  JSON.stringify(SECTIONS[section].key.map((field) => String(getOwn(item, field) ?? '').trim()));

const itemLabel = (section: PlaybookSection, item: JsonObject): string =>
  SECTIONS[section].key.map((field) => String(getOwn(item, field) ?? '')).join(', ');

function written(item: JsonObject): JsonObject {
  const readOnly: readonly string[] = ITEM_READ_ONLY;
  return Object.fromEntries(Object.entries(item).filter(([field]) => !readOnly.includes(field)));
}

function itemChange(section: PlaybookSection, before: JsonObject | undefined, after: JsonObject | undefined): Change[] {
  const item = after ?? before ?? {};
  const id = before?.['id'] ?? after?.['id'];
  const head = { kind: SECTION_KINDS[section], id: isId(id) ? id : null, label: itemLabel(section, item) };
  if (before === undefined)
    return [{ ...head, is: 'created', fields: writtenFields(item, Object.keys(written(item))) }];
  if (after === undefined) return [{ ...head, is: 'deleted', record: written(before) }];
  const fields = fieldChanges(written(before), written(after));
  return Object.keys(fields).length === 0 ? [] : [{ ...head, is: 'updated', fields }];
}

const CLEARED = 'the API cannot clear a company field of the playbook';

function companyChange(before: JsonObject, wanted: JsonObject): Change[] {
  const fields = fieldChanges(before, wanted);
  const names = Object.keys(fields);
  if (names.length === 0) return [];
  const lasting = names.filter((name) => isNothing(getOwn(fields, name)?.[0]));
  const note = lasting.length > 0 && { lasting: `${CLEARED}: ${lasting.join(', ')}` };
  return [{ kind: 'playbook', id: 'company', is: 'updated', fields, ...note }];
}

/** What the body does to the items that are there. */
function foreseen(body: JsonObject, before: JsonObject): Change[] {
  const filled = Object.entries(objectIn(body['company'])).filter(([, value]) => value !== '');
  const company = companyChange(objectIn(before['company']), Object.fromEntries(filled));
  const items = PLAYBOOK_SECTIONS.flatMap((section) => {
    const { upsert, deleteIds } = objectIn(body[section]);
    const there = objects(before[READ_AS[section]]);
    const gone = new Set(Array.isArray(deleteIds) ? deleteIds.map(String) : []);
    const deleted = there.filter(({ id }) => gone.has(String(id)));
    return [
      ...deleted.flatMap((item) => itemChange(section, item, undefined)),
      ...objects(upsert).flatMap((item) => {
        const match = there.find((one) => matchKey(section, one) === matchKey(section, item));
        return itemChange(section, match, { ...match, ...item });
      }),
    ];
  });
  return [...company, ...items];
}

function difference(before: JsonObject, after: JsonObject): Change[] {
  const items = PLAYBOOK_SECTIONS.flatMap((section) => {
    const was = new Map(objects(before[READ_AS[section]]).map((item) => [String(item['id']), item]));
    const is = new Map(objects(after[READ_AS[section]]).map((item) => [String(item['id']), item]));
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => itemChange(section, was.get(id), is.get(id)));
  });
  return [...companyChange(objectIn(before['company']), objectIn(after['company'])), ...items];
}

export const playbookUpdate: RecordedRoute = {
  undo: { is: 'partly', why: CLEARED },
  before: async (_, call) => (await call(routes.playbook.get)).data,
  changes: (input, before) =>
    isObject(before)
      ? foreseen(bodyOf(input), before)
      : [{ kind: 'playbook', id: null, is: 'updated', unread: 'the playbook before could not be read' }],
  // What else a service changes with it: another main product, an item that is there again.
  answered: (_, data, before) => (isObject(before) && isObject(data) ? difference(before, data) : []),
};

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
  before: reading(routes.workflows.get),
  changes: (input, before) => {
    const head = { kind: 'workflow', id: idOf(input, 'workflowId'), is: 'updated', ...labelOf(before) } as const;
    const edit = DraftEdit.safeParse(bodyOf(input));
    if (!isObject(before) || !edit.success) return [{ ...head, unread: UNREAD }];
    const { ops = [], maxCreditsPerRun } = edit.data;
    const now = draftOf(before);
    const { draft } = applyOps(
      { name: String(now['name']), plan: objectIn(now['plan']), trigger: now['trigger'] },
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
  const from = objectIn(before)['version'] ?? null;
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
  before: reading(routes.workflows.get),
  changes: (input, before) => published(input, before, 'next'),
  answered: (input, data, before) => published(input, before, objectIn(data)['version'] ?? null),
};
