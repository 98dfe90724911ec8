// Loads the sample workspace through the use cases, so that existing records are merged.

import { type FolderTree, type SplitKind, treeOf } from '../../contract/ai/enums.ts';
import { getOwn, isObject } from '../../contract/json.ts';
import type { Context } from '../core/context.ts';
import { isSwitchedOn } from '../core/features.ts';
import { linksTo, principalOf } from '../core/principals.ts';
import { firstKey } from '../core/queries/keys.ts';
import type { Tx } from '../core/sql.ts';
import { createContent } from '../resources/ai/contents.ts';
import { createFolder } from '../resources/ai/folders.ts';
import { listTones } from '../resources/ai/library.ts';
import { contentNames, ensureTone } from '../resources/ai/queries/contents.ts';
import { folderPage } from '../resources/ai/queries/folders.ts';
import { createVariable } from '../resources/ai/variables/write.ts';
import { listTaskOwners } from '../resources/campaigns/check.ts';
import { addContactGroup } from '../resources/campaigns/enrolment/add-contacts.ts';
import { campaignNames, isCampaignName } from '../resources/campaigns/queries/campaigns.ts';
import { setStatus } from '../resources/campaigns/set-status.ts';
import { createCampaign } from '../resources/campaigns/write.ts';
import { ensureSavedFilter } from '../resources/finder/queries/previews.ts';
import { ensureIdentity, ensureTaskOwner, ensureVoice } from '../resources/identities/queries/identities.ts';
import { listByName, listEntities } from '../resources/lists/queries/lists.ts';
import { refreshPlaybook } from '../resources/playbook/jobs.ts';
import { writePlaybook } from '../resources/playbook/update.ts';
import { getPlaybook } from '../resources/playbook/view.ts';
import { workspaceFields } from '../resources/records/search.ts';
import { refreshPost, startRefreshing } from '../resources/social/jobs.ts';
import { hasPosts, insertPost, stalePosts } from '../resources/social/queries/posts.ts';
import { isWorkflowName } from '../resources/workflows/queries/workflows.ts';
import { createWorkflow } from '../resources/workflows/write.ts';
import { loadInbox } from './inbox.ts';
import { loadRecords } from './records.ts';
import SAMPLE from './sample.json';

/** In the open transaction, for the first workspace. Loading again adds only what is missing. */
export async function loadSample(tx: Tx, now: number): Promise<void> {
  const key = await firstKey(tx);
  if (!key) return;
  const context: Context = { tx, principal: principalOf(key), now, ...linksTo() };
  const contactIds = await loadRecords(context);
  const identityIds = await loadCampaigns(context);
  await loadInbox(context, contactIds, identityIds);
  await loadPlaybook(context);
  await loadSavedFilters(context);
  await loadSocial(context);
  await loadWorkflows(context);
  await loadAi(context);
}

/** After companies, which it recommends; refreshed at once, so that no background work is left. One that has any content is kept. */
async function loadPlaybook(context: Context): Promise<void> {
  const { company, idealCompanies: _, ...sections } = await getPlaybook(context);
  const hasContent =
    Object.values(company).some((value) => value !== null) || Object.values(sections).some(({ length }) => length > 0);
  if (hasContent) return;
  await writePlaybook(context, SAMPLE.playbook);
  await refreshPlaybook(context);
}

async function loadSavedFilters({ tx, principal, now }: Context): Promise<void> {
  // Loaded late: every start of the service gets here, but only the first has texts to understand.
  const { criteriaOfText, parseText } = await import('../stand-ins/audience/understand.ts');
  for (const type of ['LEAD', 'COMPANY'] as const) {
    for (const { name, text } of SAMPLE.filters[type]) {
      const criteria = criteriaOfText(parseText(text));
      await ensureSavedFilter(tx, principal.workspaceId, { name, type, description: text, criteria }, now);
    }
  }
}

// The sample workspace's AI variables, messages, snippets and templates. Existing ones (by name) are kept.

/** Does nothing if the split AI-entity model is switched off. */
async function loadAi(context: Context): Promise<void> {
  if (!(await isSwitchedOn(context.tx, 'split-ai'))) return;
  const { tx, principal } = context;
  for (const tone of SAMPLE.tones) await ensureTone(tx, principal.workspaceId, tone);
  for (const tree of ['companies', 'ai-messages'] as const) {
    for (const { name } of SAMPLE.folders[tree]) {
      if ((await folderNamed(context, tree, name)) === null) await createFolder(context, tree, { name });
    }
  }
  for (const entity of ['COMPANY', 'CONTACT'] as const) {
    for (const { folder, ...variable } of SAMPLE.variables[entity]) {
      const { known } = await workspaceFields(context, entity);
      if (known.has(variable.name)) continue;
      const folderId = await folderNamed(context, treeOf('ai-variable', entity), folder);
      await createVariable(context, { entity, ...variable, folderId });
    }
  }
  // In this order: later ones refer to earlier ones.
  for (const kind of ['ai-snippet', 'ai-message', 'template'] as const) {
    for (const content of SAMPLE.contents[kind]) await loadContent(context, kind, content);
  }
}

async function folderNamed({ tx, principal }: Context, tree: FolderTree, name: string | null): Promise<number | null> {
  if (name === null) return null;
  const { rows } = await folderPage(tx, principal.workspaceId, tree, { page: 1, pageSize: 100 });
  return rows.find((row) => row.name === name)?.id ?? null;
}

/** `tone` and `folder` by name. */
interface SampleContent {
  readonly tone: string | null;
  readonly folder: string | null;
  readonly body: { readonly name: string };
}

async function loadContent(context: Context, kind: SplitKind, { tone, folder, body }: SampleContent): Promise<void> {
  const known = await contentNames(context.tx, kind, context.principal.workspaceId);
  if (known.some(({ name }) => name === body.name)) return;
  const toneId = (await listTones(context)).find(({ name }) => name === tone)?.id;
  const folderId = await folderNamed(context, treeOf(kind, 'CONTACT'), folder);
  await createContent(context, kind, { ...body, folderId, ...(toneId !== undefined && { toneId }) });
}

// The sample workspace's campaigns and their senders: invented people under names reserved for examples. Existing ones
// (by name) are kept.

/** After contacts and lists. Returns the ids of the identities, in order. */
async function loadCampaigns(context: Context): Promise<number[]> {
  const { tx, principal, now } = context;
  const identityIds: number[] = [];
  for (const identity of SAMPLE.identities) {
    identityIds.push(await ensureIdentity(tx, principal.workspaceId, identity, now));
  }
  for (const { identity, name, language } of SAMPLE.voices) {
    const identityId = identityIds[identity];
    if (identityId !== undefined) await ensureVoice(tx, principal.workspaceId, { identityId, name, language });
  }
  for (const owner of SAMPLE.owners) await ensureTaskOwner(tx, principal.workspaceId, owner);
  for (const campaign of SAMPLE.campaigns) {
    if (await isCampaignName(tx, principal.workspaceId, campaign.name)) continue;
    await loadCampaign(context, campaign, identityIds[campaign.identity] ?? null);
  }
  return identityIds;
}

type SampleCampaign = (typeof SAMPLE.campaigns)[number];

/** `runsFor`: the list it is started with, null for a draft. Tasks go to the first owner. */
async function loadCampaign(context: Context, sample: SampleCampaign, identityId: number | null): Promise<void> {
  const { name, description, runsFor } = sample;
  const [owner] = await listTaskOwners(context);
  const steps = sample.steps.map((step) => (step.type === 'task' && owner ? { ...step, ownerId: owner.id } : step));
  const { id } = await createCampaign(context, { name, description, identityId, steps });
  if (runsFor === null) return;
  const list = await listByName(context.tx, context.principal.workspaceId, 'CONTACT', runsFor);
  if (list) await addContactGroup(context, { campaignId: id, contactGroupId: list.id }, {});
  await setStatus(context, id, 'ACTIVE');
}

// The sample workspace's posts with their engagement so far: invented, by the sample identities and some colleagues.

const HOUR_MS = 3_600_000;

/** After identities and contacts. Does nothing in a workspace that has posts. */
async function loadSocial(context: Context): Promise<void> {
  const { tx, principal, now } = context;
  if (await hasPosts(tx, principal.workspaceId)) return;
  const authors: number[] = [];
  for (const author of SAMPLE.authors) authors.push(await ensureIdentity(tx, principal.workspaceId, author, now));
  for (const { author, hoursAgo, ...post } of SAMPLE.posts) {
    const identityId = authors[author];
    if (identityId === undefined) continue;
    await insertPost(tx, principal.workspaceId, { ...post, identityId, postedAt: now - hoursAgo * HOUR_MS });
  }
  for (const post of await stalePosts(tx, principal.workspaceId, now, SAMPLE.posts.length))
    await refreshPost(context, post);
  await startRefreshing(context);
}

// The sample workspace's workflows: one to run, one started by a web form, one draft. Existing ones (by name) are kept.

/** After lists and campaigns. */
async function loadWorkflows(context: Context): Promise<void> {
  const { tx, principal } = context;
  const lists = [...(await listEntities(tx, principal.workspaceId)).values()];
  const campaigns = await campaignNames(tx, principal.workspaceId);
  const idOf = (named: readonly { id: number; name: string }[]) => (name: string) =>
    named.find((one) => one.name === name)?.id ?? 0;
  const ids = { list: idOf(lists), campaign: idOf(campaigns) };
  for (const workflow of SAMPLE.workflows) {
    if (await isWorkflowName(tx, principal.workspaceId, workflow.name)) continue;
    await createWorkflow(context, withIds(workflow, ids));
  }
}

/** The plans name lists and campaigns of the sample: `{ "list": "Newsletter" }` stands for its id. */
function withIds(workflow: object, ids: Readonly<Record<string, (name: string) => number>>): unknown {
  return JSON.parse(JSON.stringify(workflow), (_, value: unknown) => {
    if (!isObject(value)) return value;
    const [[kind = '', name] = [], ...more] = Object.entries(value);
    const idOf = more.length === 0 && typeof name === 'string' ? getOwn(ids, kind) : undefined;
    return idOf === undefined ? value : idOf(String(name));
  });
}
