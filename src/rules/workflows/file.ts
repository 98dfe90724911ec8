// A workflow file is the body of a create with two liberties: `nodes` may stand at the top instead of in a `plan`, and
// keys of its own (`x-…`, `$schema`) are not sent. Durations of a WAIT may be text.

import { parseDuration } from '../../contract/durations.ts';
import { WORKFLOW_FIELDS } from '../../contract/field-names.ts';
import { getOwn, has, isObject, type JsonObject, listIn, valueIn } from '../../contract/json.ts';
import { TRIGGER_READ_ONLY } from '../../contract/workflows/enums.ts';
import { isFileOnly, isOwnKey, unknownFields } from '../file-keys.ts';
import type { At } from '../problem.ts';
import { blockOf } from './blocks/catalogue.ts';

/** Whether the nodes stand at the top of the file. */
function hasBareNodes(file: unknown): boolean {
  return isObject(file) && has(file, 'nodes') && !has(file, 'plan');
}

/** What is sent for a file: nodes in a plan, durations as objects, keys of the file's own left out; the rest as it is. */
export function bodyOfFile(file: unknown): unknown {
  if (!isObject(file)) return file;
  const isBare = hasBareNodes(file);
  const entries = Object.entries(file)
    .filter(([key]) => !isOwnKey(key))
    .map(([key, value]): [string, unknown] => {
      if (key === 'nodes' && isBare) return ['plan', { nodes: sentNodes(value) }];
      if (key !== 'plan' || !isObject(value)) return [key, value];
      const plan = Object.entries(value).filter(([name]) => !isFileOnly(name));
      return [
        key,
        Object.fromEntries(plan.map(([name, inner]) => [name, name === 'nodes' ? sentNodes(inner) : inner])),
      ];
    });
  return Object.fromEntries(entries);
}

function sentNodes(nodes: unknown): unknown {
  return Array.isArray(nodes) ? nodes.map(sentNode) : nodes;
}

function sentNode(node: unknown): unknown {
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(([key]) => !isFileOnly(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'inputs' ? sentInputs(getOwn(node, 'blockId'), value) : value]),
  );
}

function sentInputs(blockId: unknown, inputs: unknown): unknown {
  const durations = new Set(blockOf(blockId)?.inputs.flatMap(({ key, type }) => (type === 'span' ? [key] : [])));
  if (!isObject(inputs) || durations.size === 0) return inputs;
  return Object.fromEntries(
    Object.entries(inputs).map(([key, value]) => [
      key,
      durations.has(key) && typeof value === 'string' ? (parseDuration(value) ?? value) : value,
    ]),
  );
}

/** Where a place of the body stands in the file: the same, but for the plan of bare nodes. */
export function atInFile(file: unknown, at: At): At {
  return hasBareNodes(file) && at[0] === 'plan' ? at.slice(1) : at;
}

/** What reading adds to a workflow. */
const READ_ONLY = ['appUrl', 'status', 'isPublished', 'version', 'hasUnpublishedChanges', 'triggerType', 'revision'];
const ALSO_READ = ['ownerId', 'published', 'runtimeInputContract', 'webhookSecret', 'warnings'];
const TOP: readonly string[] = [...WORKFLOW_FIELDS, 'nodes', ...READ_ONLY, ...ALSO_READ];

/** Whether a key at the top of a file may be a setting of another service. */
export const isUnknownSetting = (key: string): boolean => !TOP.includes(key);

/** Settings of another service, with their values. */
export const unknownSettings = (workflow: JsonObject) => unknownFields(workflow, TOP);

/**
 * The file of a workflow as read: what can be written, in the order people write it, nodes at the top, and what this build does not know.
 * What it becomes when it is sent makes the same workflow. (A read shows the inputs of a webhook as `webhookInputs`.)
 */
export function fileOfWorkflow(workflow: unknown): Record<string, unknown> {
  if (!isObject(workflow)) return {};
  const plan = getOwn(workflow, 'plan');
  const { nodes, name, ...rest } = isObject(plan) ? plan : { nodes: [], name: undefined };
  const settings = ['name', 'trigger', 'maxCreditsPerRun'].flatMap((key): [string, unknown][] => {
    const value = key === 'trigger' ? fileOfTrigger(getOwn(workflow, key)) : getOwn(workflow, key);
    return value === undefined || value === null ? [] : [[key, value]];
  });
  const written = listIn(nodes).map(fileOfNode);
  const isBare = (name === undefined || name === null || name === '') && Object.keys(rest).length === 0;
  return {
    ...Object.fromEntries(settings),
    ...Object.fromEntries(unknownSettings(workflow)),
    ...(isBare ? { nodes: written } : { plan: { ...(name !== undefined && { name }), ...rest, nodes: written } }),
  };
}

function fileOfTrigger(trigger: unknown): unknown {
  if (!isObject(trigger)) return undefined;
  const readOnly: ReadonlySet<string> = new Set(TRIGGER_READ_ONLY);
  const declared = getOwn(trigger, 'inputs') ?? getOwn(trigger, 'webhookInputs');
  const kept = Object.entries(trigger).filter(
    ([key, value]) => !readOnly.has(key) && key !== 'inputs' && value !== null && value !== undefined,
  );
  const inputs = Array.isArray(declared) && declared.length > 0 ? { inputs: declared } : {};
  return { ...Object.fromEntries(kept), ...inputs };
}

/** A node in the order of the interface; empty inputs are left out. */
function fileOfNode(node: unknown): unknown {
  if (!isObject(node)) return node;
  const { id, kind, blockId, inputs, next, ...rest } = node;
  const own = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  return {
    id,
    kind,
    ...(blockId !== undefined && { blockId }),
    ...(isObject(inputs) && Object.keys(inputs).length > 0 && { inputs }),
    ...Object.fromEntries(own),
    next,
  };
}

// The end of a path: a block whose `next` has no slot, or one empty slot. The interface does not say which.

/** How a service writes it. */
export type BranchEnd = 'no slot' | 'empty slot';

function endOf(node: unknown): BranchEnd | null {
  const next = isObject(node) && getOwn(node, 'kind') === 'BLOCK' ? getOwn(node, 'next') : undefined;
  if (!Array.isArray(next) || next.length > 1) return null;
  return next.length === 0 ? 'no slot' : next[0] === '' ? 'empty slot' : null;
}

/**
 * What the answers of a service show; null where they show nothing, or both. The slots of a draft that is known to be
 * unpublished may be open: nothing is learnt from them.
 */
export function endsIn(workflow: unknown): BranchEnd | null {
  if (!isObject(workflow)) return null;
  if (getOwn(workflow, 'isPublished') === false || getOwn(workflow, 'hasUnpublishedChanges') === true) return null;
  const nodes = listIn(valueIn(workflow, 'plan', 'nodes'));
  const found = new Set(nodes.map(endOf).filter((one) => one !== null));
  const [only] = found;
  return found.size === 1 ? (only ?? null) : null;
}

/** The plan, or the body with a plan, with its ends written so; as it is where that is not known. */
export function withEnds<B>(body: B, ends: BranchEnd | null): B {
  if (ends === null || !isObject(body)) return body;
  const { plan, nodes } = body;
  if (isObject(plan)) return { ...body, plan: withEnds(plan, ends) };
  if (!Array.isArray(nodes)) return body;
  const next = ends === 'no slot' ? [] : [''];
  return { ...body, nodes: nodes.map((node) => (endOf(node) === null ? node : { ...node, next })) };
}
