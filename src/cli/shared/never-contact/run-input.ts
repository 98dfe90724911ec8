// What a workflow is run on: the inputs of its published version, and the input of a run without those who must not be contacted.
// A list, or an entry that the plan fixes, cannot be narrowed by the interface: such a run is refused with their names.

import type { AnyId } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../answer.ts';
import { helpful } from '../approval.ts';
import { neverContactOf } from './entries.ts';
import { noteLeftOut, refusal, screened } from './guard.ts';
import { audienceOf, inputsOf, UNKNOWN, withoutThem } from './workflow-audience.ts';

/** As much of a plan as says whom a run reaches, and what it costs. */
export interface PublishedNodes {
  readonly inputs: readonly JsonObject[];
  readonly blocks: readonly string[];
  readonly credits: number | null | undefined;
}

export function nodesOf({
  plan,
  maxCreditsPerRun: credits,
}: Pick<Workflow, 'plan' | 'maxCreditsPerRun'>): PublishedNodes {
  const nodes: readonly unknown[] = plan?.nodes ?? [];
  const blocks = nodes.flatMap((node) =>
    isObject(node) && typeof node['blockId'] === 'string' ? node['blockId'] : [],
  );
  return { inputs: inputsOf(nodes), blocks, credits };
}

/** The name of a workflow, and the inputs of each node of its published version. */
export async function publishedInputs(
  session: Session,
  workflowId: AnyId,
): Promise<PublishedNodes & { readonly name: string }> {
  const { workflows } = await session.api();
  const draft = await workflows.get({ params: { workflowId } });
  const version = draft.published?.version;
  const read =
    version === undefined ? null : await helpful(workflows.get({ params: { workflowId }, query: { version } }));
  return { name: orDash(draft.name), ...nodesOf(read ?? draft) };
}

/** The input of the run. Exit 3 where someone cannot be left out, or no one is left. */
export async function contactableInput(
  session: Session,
  workflowId: AnyId,
  input: JsonObject | undefined,
  withinMs: number | null,
): Promise<JsonObject | undefined> {
  if (withinMs === null && neverContactOf(session) === null) return input;
  const own = isObject(input) ? audienceOf(input) : null;
  const fixed = own === null ? (await publishedInputs(session, workflowId)).inputs.map(audienceOf) : [];
  const audience = own ?? fixed.find((one) => one !== null) ?? null;
  if (audience === null) {
    await session.print.warn(`who comes into the run ${UNKNOWN}`);
    return input;
  }
  const found = await screened(session, audience, { withinMs });
  if (found === null || found.leftOut.length === 0) return input;
  const { leftOut, allowed } = found;
  const isListed = own !== null && Array.isArray(input?.['leadIds']);
  if (!isListed || allowed.length === 0) {
    throw refusal(leftOut, 'nothing was started', withoutThem(audience).how);
  }
  await noteLeftOut(session, leftOut);
  return { ...input, leadIds: allowed };
}
