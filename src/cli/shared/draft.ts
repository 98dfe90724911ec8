// The draft of a workflow: made of a file, edited by operations that the service is known to take, and read back.

import { listPages } from '../../client/answers/pages.ts';
import { takesDescribed } from '../../client/compatibility/definitions/bodies.ts';
import { ApiError } from '../../client/errors.ts';
import type { Issue } from '../../contract/envelope.ts';
import { getOwn, isObject, objectIn } from '../../contract/json.ts';
import type { ImportSource, WorkflowInput } from '../../contract/workflows/plan.ts';
import type { MissedEdit } from '../../rules/effects.ts';
import { isSame } from '../../rules/outreach/compare.ts';
import {
  allOperations,
  documentedOperations,
  draftEdit,
  inWordsOf,
  notTaken,
  type WorkflowDraft,
} from '../../rules/workflows/changes.ts';
import { type BranchEnd, endsIn, unknownSettings, withEnds } from '../../rules/workflows/file.ts';
import type { Session } from '../session/session.ts';
import { CliError } from '../terminal/exit.ts';
import { harmless } from '../terminal/formats/cells.ts';
import { ifAnswered } from './created.ts';
import { isLocal } from './lint/undocumented-rules.ts';
import { workspaceCache } from './lookup/seen-records.ts';

type Inputs = Readonly<Record<string, unknown>>;

/** Without `importSources`: what was not changed compares equal to the draft. */
export async function withSourceInputs(
  session: Session,
  draft: WorkflowDraft,
  { importSources = [], ...input }: WorkflowInput,
): Promise<{ readonly input: WorkflowInput; readonly issues: readonly Issue[] }> {
  const { inputs, issues } = await sourceInputs(session, importSources, input.plan.nodes, async () => draft.plan.nodes);
  const nodes = input.plan.nodes.map((node) =>
    node.kind === 'BLOCK' && inputs.has(node.id) ? { ...node, inputs: { ...inputs.get(node.id) } } : node,
  );
  return { input: { ...input, plan: { ...input.plan, nodes } }, issues };
}

/**
 * Asks the service for the inputs of each source. A preview lives for 24 hours and a file longer: where it has expired, the
 * node keeps the inputs that it has among `known`, and a warning says so.
 */
export async function sourceInputs(
  session: Session,
  sources: readonly ImportSource[],
  nodes: readonly unknown[],
  known: () => Promise<readonly unknown[]>,
) {
  const issues: Issue[] = [];
  const inputs = new Map<string, Inputs>();
  for (const [index, { nodeId, source }] of sources.entries()) {
    const place = nodes.findIndex((node) => isObject(node) && getOwn(node, 'id') === nodeId);
    const node = blockInputs(nodes, nodeId);
    if (node === null) continue;
    const resolved = await resolvedSource(session, { nodeId, source }, known);
    if (resolved === null) {
      const message = `preview ${source.previewId} does not exist or has expired: create one with reach finder preview`;
      issues.push({ path: `importSources[${index}].source.previewId`, code: 'unknown_preview', message });
    } else if (resolved.blockId !== node.blockId) {
      const message = `the preview resolves to block ${resolved.blockId}, but node "${nodeId}" is ${node.blockId}`;
      issues.push({ path: `plan.nodes[${place}].blockId`, code: 'block_mismatch', message });
    } else inputs.set(nodeId, { ...node.inputs, ...resolved.inputs });
  }
  return { inputs, issues };
}

interface BlockInputs {
  readonly blockId: string;
  readonly inputs: Inputs;
}

function blockInputs(nodes: readonly unknown[], id: string): BlockInputs | null {
  const node = nodes.find((one) => isObject(one) && getOwn(one, 'id') === id);
  if (!isObject(node) || getOwn(node, 'kind') !== 'BLOCK') return null;
  const inputs = getOwn(node, 'inputs');
  return { blockId: String(getOwn(node, 'blockId')), inputs: objectIn(inputs) };
}

/** Null for a preview that is gone, and that `known` has no inputs of. */
async function resolvedSource(
  session: Session,
  { nodeId, source }: ImportSource,
  known: () => Promise<readonly unknown[]>,
): Promise<BlockInputs | null> {
  const api = await session.api();
  try {
    const { blockId, inputs, warnings = [] } = await api.workflows.importInputs({ query: source });
    for (const warning of warnings) await session.print.warn(harmless(warning));
    return { blockId, inputs };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const kept = blockInputs(await known(), nodeId);
    if (kept === null || Object.keys(kept.inputs).length === 0) return null;
    const text = `preview ${source.previewId} does not exist or has expired: node "${nodeId}" keeps the inputs it has`;
    await session.print.warn(harmless(text));
    return kept;
  }
}

/** Settings of another service that the input has otherwise: no operation is known to change them. */
const otherSettings = (draft: object, input: object): string[] =>
  unknownSettings({ ...input }).flatMap(([name, value]) => (isSame(getOwn({ ...draft }, name), value) ? [] : [name]));

/**
 * The edit and what it makes of the draft; null when the draft is so already. Exit 3 for what the service may not take.
 * `keepsUnknown`: what the input does not name, and this build does not know, stays.
 */
export async function workflowEdit(
  session: Session,
  draft: WorkflowDraft,
  input: WorkflowInput,
  scope: { readonly keepsUnknown: boolean },
) {
  if (session.profile().baseUrl === null) {
    const edit = draftEdit(draft, input, allOperations);
    return edit === null ? null : { edit, wanted: input };
  }
  const wanted = inWordsOf(draft, input, scope.keepsUnknown);
  const others = otherSettings(draft, input);
  const displayed = draftEdit(draft, wanted, documentedOperations) ?? { ops: [] };
  if (notTaken(displayed, documentedOperations).length + others.length === 0) {
    return Object.keys(displayed).length === 1 && displayed.ops.length === 0 ? null : { edit: displayed, wanted };
  }
  const learned = await (await session.client()).learned();
  const takes = takesDescribed(learned?.draftOperations ?? {});
  const edit = draftEdit(draft, wanted, takes) ?? displayed;
  const left = [...notTaken(edit, takes), ...others.map((name) => `change ${name}`)];
  if (left.length === 0) return { edit, wanted };
  const message = `this edit would ${left.join('; ')}: the interface shows how to change inputs of steps and maxCreditsPerRun, and the service does not describe more; nothing was sent`;
  throw new CliError('refused', 'not_shown', message, {
    hint: 'make these changes in the web app, or create the workflow under another name with reach workflow create',
    details: { changes: left },
  });
}

const TEXT_MAX = 60;

function displayed(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = harmless(JSON.stringify(value));
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

/**
 * Compares what is read now with what was sent. What the service stores otherwise is a warning. Exit 1 for what is as it was
 * before. The write was done: that it cannot be read is a note.
 */
export async function assertTaken(session: Session, what: string, missed: () => Promise<readonly MissedEdit[]>) {
  const { print, io } = session;
  let effects: readonly MissedEdit[];
  try {
    effects = await missed();
  } catch (error) {
    if (io.interrupt.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return await print.note(harmless(`${what} was changed; it could not be read back to compare it: ${why}`));
  }
  const hidden = effects.filter((effect) => effect.is === 'hidden').map(({ path }) => path);
  if (hidden.length > 0)
    await print.note(harmless(`not compared, for the service does not show it: ${hidden.join(', ')}`));
  for (const { path, wanted, found } of effects.filter((effect) => effect.is === 'other')) {
    await print.warn(`${harmless(path)}: the service stored ${displayed(found)} instead of ${displayed(wanted)}`);
  }
  const lost = effects.filter((effect) => effect.is === 'lost');
  if (lost.length === 0) return;
  const places = lost.map(
    ({ path, wanted, found }) => `${path} is still ${displayed(found)}, not ${displayed(wanted)}`,
  );
  const message = harmless(`the service accepted the change of ${what}, but ${places.join('; ')}`);
  throw new CliError('bad', 'not_applied', message, {
    hint: 'the rest was changed; make this change in the web app',
    details: { effects: lost },
  });
}

/** Workflows that are read to find out. */
const READ_MOST = 3;

/** What is sent for a new workflow: a service that was not seen today is asked for some of its own. */
export async function withOwnEnds<B>(session: Session, body: B): Promise<B> {
  if (isLocal(session)) return body;
  const kept = workspaceCache(session).read('ends');
  const ends = kept?.isFresh === true ? kept.value : await ifAnswered(() => asked(session));
  return withEnds(body, ends ?? kept?.value ?? null);
}

async function asked(session: Session): Promise<BranchEnd | null> {
  const { api, call } = await session.client();
  for await (const { id } of listPages(call, 'workflows', 'list', {}, { limit: READ_MOST })) {
    if (id === undefined) continue;
    const ends = endsIn(await api.workflows.get({ params: { workflowId: id } }));
    if (ends === null) continue;
    workspaceCache(session).write('ends', ends);
    return ends;
  }
  return null;
}
