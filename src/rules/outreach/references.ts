// Names in place of ids: where a file names another record, `campaign: Welcome` stands for what travels as `campaignId: 12`.

import { getOwn, has, isObject, type JsonObject, valueIn } from '../../contract/json.ts';
import { type Hint, isNameable, nameKeyOf, type Referent, SPOTS, type Spot } from '../name-keys.ts';
import type { At } from '../problem.ts';
import { blockOf } from '../workflows/blocks/catalogue.ts';
import type { ResourceKind } from './kinds.ts';

export interface Reference {
  readonly referent: Referent;
  readonly name: string;
  readonly hint: Hint;
  /** Whether nothing but what the hint says is accepted; in a condition it is a guess. */
  readonly isSure?: boolean;
  /** In the file's own form, with its name key. */
  readonly at: At;
}

/** The keys of ids that steps and settings of a campaign may have. */
const CAMPAIGN_KEYS = ['campaignId', 'identityId', 'aiMessageId', 'ownerId', 'voiceId'];
/** JsonObject of conditions whose values are ids. */
const CONDITION_FIELDS: Readonly<Record<string, Referent>> = {
  'platform.listIds': 'list',
  'platform.campaignIds': 'campaign',
};

/** Called at every place where a record is, or may be, named; gives what stands there instead. */
interface Visitor {
  /** A field of an object: the keys that are there after it. */
  field(
    fields: JsonObject,
    key: string,
    spot: Spot,
    at: At,
  ): readonly (readonly [key: string, value: unknown])[] | null;
  /** A value inside a condition. */
  inline(value: unknown, referent: Referent, hint: Hint, at: At): unknown;
}

function visited(fields: JsonObject, keys: readonly string[], visitor: Visitor, at: At, hint: Hint = null): JsonObject {
  const entries = Object.entries(fields).flatMap(([key, value]): (readonly [string, unknown])[] => {
    const id = keys.find((known) => known === key || nameKeyOf(known) === key);
    const spot = id === undefined ? undefined : getOwn(SPOTS, id);
    if (id === undefined || spot === undefined) return [[key, value]];
    return [...(visitor.field(fields, id, { ...spot, hint: spot.hint ?? hint }, [...at, key]) ?? [[key, value]])];
  });
  return Object.fromEntries(entries);
}

function visitCampaign(value: unknown, visitor: Visitor, at: At): unknown {
  if (Array.isArray(value)) return value.map((item, index) => visitCampaign(item, visitor, [...at, index]));
  if (!isObject(value)) return value;
  const own = visited(value, CAMPAIGN_KEYS, visitor, at);
  return Object.fromEntries(
    Object.entries(own).map(([key, inner]) => [
      key,
      typeof inner === 'object' ? visitCampaign(inner, visitor, [...at, key]) : inner,
    ]),
  );
}

function visitWorkflow(value: unknown, visitor: Visitor): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    if (key === 'nodes') return [key, visitNodes(inner, visitor, ['nodes'])];
    if (key === 'trigger') return [key, visitTrigger(inner, visitor)];
    if (key !== 'plan' || !isObject(inner) || !has(inner, 'nodes')) return [key, inner];
    return [key, { ...inner, nodes: visitNodes(getOwn(inner, 'nodes'), visitor, ['plan', 'nodes']) }];
  });
  return Object.fromEntries(entries);
}

function visitTrigger(trigger: unknown, visitor: Visitor): unknown {
  const signal = valueIn(trigger, 'signal');
  if (!isObject(trigger) || !isObject(signal)) return trigger;
  const kind = getOwn(signal, 'kind');
  const hint = typeof kind === 'string' && kind.startsWith('COMPANY') ? 'COMPANY' : 'CONTACT';
  return { ...trigger, signal: visited(signal, ['listId'], visitor, ['trigger', 'signal'], hint) };
}

/** Whose records flow, as the entry says it. */
function flowOf(nodes: readonly unknown[]): Hint {
  const blocks = nodes.map((node) => (isObject(node) ? blockOf(getOwn(node, 'blockId')) : null));
  const entry = blocks.find((block) => block?.isEntry === true);
  return entry?.entities[0] === 'COMPANY' ? 'COMPANY' : 'CONTACT';
}

function visitNodes(nodes: unknown, visitor: Visitor, at: At): unknown {
  if (!Array.isArray(nodes)) return nodes;
  const hint = flowOf(nodes);
  return nodes.map((node: unknown, index) => {
    if (!isObject(node)) return node;
    const place = [...at, index];
    const block = blockOf(getOwn(node, 'blockId'));
    const keys = (block?.inputs ?? []).map(({ key }) => key).filter(isNameable);
    const entries = Object.entries(node).map(([key, inner]): [string, unknown] => {
      if (key === 'inputs' && isObject(inner)) return [key, visited(inner, keys, visitor, [...place, key])];
      if (key !== 'conditions' || !Array.isArray(inner)) return [key, inner];
      return [key, inner.map((one, nth) => visitCondition(one, visitor, [...place, key, nth], hint))];
    });
    return Object.fromEntries(entries);
  });
}

function visitCondition(condition: unknown, visitor: Visitor, at: At, hint: Hint): unknown {
  const field = valueIn(condition, 'field');
  const referent = typeof field === 'string' ? getOwn(CONDITION_FIELDS, field) : undefined;
  if (!isObject(condition) || referent === undefined || !has(condition, 'value')) return condition;
  const value = getOwn(condition, 'value');
  const made = Array.isArray(value)
    ? value.map((one, index) => visitor.inline(one, referent, hint, [...at, 'value', index]))
    : visitor.inline(value, referent, hint, [...at, 'value']);
  return { ...condition, value: made };
}

/** Where the actions of an enrichment run put what they find. */
function visitRun(value: unknown, visitor: Visitor): unknown {
  const actions = valueIn(value, 'actions');
  if (!isObject(value) || !Array.isArray(actions)) return value;
  const linkedActions = actions.map((action: unknown, index) => {
    const options = valueIn(action, 'options');
    if (!isObject(action) || !isObject(options)) return action;
    return {
      ...action,
      options: visited(options, ['destinationContactGroupId'], visitor, ['actions', index, 'options']),
    };
  });
  return { ...value, actions: linkedActions };
}

/** What has names in it: the resources of a folder, and enrichment runs. */
type Naming = ResourceKind | 'run';

function visit(kind: Naming, value: unknown, visitor: Visitor): unknown {
  if (kind === 'campaign') return visitCampaign(value, visitor, []);
  if (kind === 'run') return visitRun(value, visitor);
  return kind === 'workflow' ? visitWorkflow(value, visitor) : value;
}

/** A name that stands where an id would. What is put into a run is none. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value !== '__MANUAL_INPUT';

/** In place of an id: the workspace does without, and the key is left out. */
export const NO_RECORD = '';

export type IdOf = (reference: Reference) => number | string | null;

/** The same with ids in place of names. A name that `idOf` does not know stays as it is. */
export function linked(kind: Naming, value: unknown, idOf: IdOf): unknown {
  return visit(kind, value, {
    field: (fields, key, spot, at) => {
      const stated = getOwn(fields, spot.key);
      if (stated === undefined || has(fields, key)) return null;
      if (!isName(stated)) return [[key, stated]];
      const id = idOf({ referent: spot.referent, name: stated.trim(), hint: spot.hint, isSure: true, at });
      if (id === NO_RECORD) return [];
      return id === null ? null : [[key, id]];
    },
    inline: (stated, referent, hint, at) =>
      isName(stated) ? (idOf({ referent, name: stated.trim(), hint, isSure: false, at }) ?? stated) : stated,
  });
}

export type NameOf = (referent: Referent, id: string, at: At) => string | null;

/** The same with names in place of ids. An id that `nameOf` does not know stays as it is. */
export function unlinked(kind: Naming, value: unknown, nameOf: NameOf): unknown {
  const nameOfValue = (referent: Referent, id: unknown, at: At) =>
    typeof id === 'number' ||
    (isName(id) && (referent === 'voice' || referent === 'ai-message' || referent === 'owner'))
      ? nameOf(referent, String(id), at)
      : null;
  return visit(kind, value, {
    field: (fields, key, spot, at) => {
      const name = nameOfValue(spot.referent, getOwn(fields, key), at);
      return name === null ? null : [[spot.key, name]];
    },
    inline: (id, referent, _, at) => nameOfValue(referent, id, at) ?? id,
  });
}

/** Every name of another record, in the file's order. */
export function referencesIn(kind: Naming, value: unknown): Reference[] {
  const found: Reference[] = [];
  linked(kind, value, (reference) => {
    found.push(reference);
    return null;
  });
  return found;
}

/** `list of companies`, where nothing else is meant. */
export function nounOf({ referent, hint, isSure }: Pick<Reference, 'referent' | 'hint' | 'isSure'>): string {
  if (hint === null || !isSure) return referent;
  return `${referent} of ${hint === 'COMPANY' ? 'companies' : 'contacts'}`;
}

/** Where a place of a body with ids stands in the file that names. */
export function placeInFile(file: unknown, at: At): At {
  const placed: (string | number)[] = [];
  let value = file;
  for (const part of at) {
    const name = typeof part === 'string' ? nameKeyOf(part) : undefined;
    const isNamed = isObject(value) && typeof part === 'string' && !has(value, part) && name !== undefined;
    const spelled = isNamed && isObject(value) && has(value, name) ? name : part;
    placed.push(spelled);
    value = isObject(value)
      ? getOwn(value, String(spelled))
      : Array.isArray(value)
        ? value[Number(spelled)]
        : undefined;
  }
  return placed;
}
