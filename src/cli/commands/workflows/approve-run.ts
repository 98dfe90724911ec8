// The question before a run: which workflow, on which records, and which campaigns they are added to.

import { counted } from '../../../contract/english.ts';
import { type AnyId, isIdText } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../../shared/answer/known.ts';
import { fromSender, helpful, listText, typedCount } from '../../shared/messaging.ts';
import { approveAt } from '../../shared/target.ts';

interface ApprovedRecords {
  readonly text: string;
  readonly size: number | undefined;
}

const LISTS = ['contactListId', 'leadsGroupId', 'companyListId', 'companyGroupId'];
const IDS = { leadIds: 'contact', companyIds: 'company', leadId: 'contact', companyId: 'company' } as const;

export function idIn(value: unknown): AnyId | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isIdText(value) ? value : null;
}

/** The records an input names, of a run or of the entry step; null where it names none. */
async function recordsOf(session: Session, input: Readonly<Record<string, unknown>>): Promise<ApprovedRecords | null> {
  const supplied = new Map(Object.entries(input));
  for (const [key, noun] of Object.entries(IDS)) {
    const value = supplied.get(key);
    if (Array.isArray(value)) return { text: counted(value.length, noun), size: value.length };
    if (idIn(value) !== null) return { text: `${noun} ${idIn(value)}`, size: 1 };
  }
  for (const key of LISTS) {
    const id = idIn(supplied.get(key));
    if (id !== null) return await listText(session, id);
  }
  return null;
}

/** `; it adds contacts to "Welcome" (ACTIVE) from Robin Hale`, for each campaign of the plan. */
async function campaignsText(session: Session, campaignIds: readonly AnyId[]): Promise<string> {
  const { campaigns } = await session.api();
  const texts: string[] = [];
  for (const campaignId of campaignIds) {
    const campaign = await helpful(campaigns.get({ params: { campaignId } }));
    const name = campaign?.name === undefined ? `campaign ${campaignId}` : `"${orDash(campaign.name)}"`;
    const status = campaign?.status === undefined ? '' : ` (${campaign.status})`;
    texts.push(`${name}${status}${await fromSender(session, campaign?.identityId)}`);
  }
  return texts.length === 0 ? '' : `; it adds contacts to ${texts.join(' and ')}`;
}

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

/** The inputs of each node. */
export const inputsOf = (nodes: readonly unknown[] = []): JsonObject[] =>
  nodes.filter(isObject).map((node) => (isObject(node['inputs']) ? node['inputs'] : {}));

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

/** What a run is started on: what its input names, or else its entry; null where that is not known before. */
export async function entryOf(
  session: Session,
  input: Readonly<Record<string, unknown>> | undefined,
  inputs: readonly JsonObject[],
): Promise<ApprovedRecords | null> {
  let records = input === undefined ? null : await recordsOf(session, input);
  for (const one of records === null ? inputs : []) records ??= await recordsOf(session, one);
  return records;
}

async function described(
  session: Session,
  workflowId: AnyId,
  input: Readonly<Record<string, unknown>> | undefined,
): Promise<{ readonly text: string; readonly size: number | undefined }> {
  const { name, inputs } = await publishedInputs(session, workflowId);
  const records = await entryOf(session, input, inputs);
  const campaignIds = new Set(inputs.flatMap((one) => idIn(one['campaignId']) ?? []));
  const whom = records === null ? '' : ` on ${records.text}`;
  const text = `Run "${name}"${whom}${await campaignsText(session, [...campaignIds])}`;
  return { text, size: campaignIds.size > 0 ? records?.size : undefined };
}

/** Asks before a run starts. A run that adds more than a hundred contacts to campaigns has their number typed. */
export async function approveRun(
  session: Session,
  workflowId: AnyId,
  input: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  const { text, size } = session.prompt.possible
    ? await described(session, workflowId, input)
    : { text: `Run workflow ${workflowId}`, size: undefined };
  await approveAt(session, text, { declined: 'nothing started', typed: typedCount(size) });
}
