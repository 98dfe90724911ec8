// One form for a resource, whether it was read from a file or from a workspace: equal resources give equal documents.

import { AI_KINDS, type AiKind } from '../../contract/ai/enums.ts';
import type { CampaignInput } from '../../contract/campaigns/endpoints.ts';
import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import { completeBody, fileOfRecord, unknownSettings as unknownAiFields } from '../ai/file.ts';
import { checkCampaign } from '../campaigns/check.ts';
import { fileOfCampaign, unknownSettings as unknownOfCampaign } from '../campaigns/file.ts';
import { storedForm } from '../campaigns/stored.ts';
import { contentOfFile } from '../playbook/content.ts';
import { refusalOf } from '../problem.ts';
import { checkedWorkflow } from '../workflows/check.ts';
import { fileOfWorkflow, unknownSettings as unknownOfWorkflow } from '../workflows/file.ts';
import { type Document, type PlainKind, plainKindOf, type ResourceKind } from './kinds.ts';

export function aiKindOf(kind: ResourceKind): AiKind | null {
  return AI_KINDS.find((known) => known === kind) ?? null;
}

/** Opens and clicks are tracked unless a file says otherwise: as for a new campaign. */
const NEW_CAMPAIGN: JsonObject = { trackOpens: true, trackClicks: true };

/** What a document means beside a live one: a setting that it leaves out, and the service shows, is that of a new campaign. */
export function alignedWith(kind: ResourceKind, document: Document, live: Document): Document {
  // The interface changes no colour of a tag.
  if (kind === 'tag') return { ...document, ...(has(live, 'color') && { color: getOwn(live, 'color') }) };
  const silent = unknownOf(kind, live).filter(([key]) => !has(document, key));
  const left = kind === 'campaign' ? Object.keys(NEW_CAMPAIGN) : [];
  const added = left
    .filter((key) => has(live, key) && !has(document, key))
    .map((key) => [key, getOwn(NEW_CAMPAIGN, key)]);
  if (silent.length + added.length === 0) return document;
  return { ...document, ...Object.fromEntries([...silent, ...added]) };
}

/** Fields of a document that this build does not know: a file that is silent about them leaves them as they are. */
export function unknownOf(kind: ResourceKind, document: JsonObject): readonly (readonly [string, unknown])[] {
  const ai = aiKindOf(kind);
  if (ai !== null) return unknownAiFields(ai, document);
  if (kind === 'campaign') return unknownOfCampaign(document);
  return kind === 'workflow' ? unknownOfWorkflow(document) : [];
}

/** What the folder's own check lets through is a document, whatever this build does not know. */
const ELSEWHERE = { undocumentedRules: 'off' } as const;

/** A test holds the rules and the shape together: what has no error has the shape. */
const isSound = (body: unknown): body is CampaignInput => refusalOf(checkCampaign(body, ELSEWHERE)) === null;

function campaignOfBody(body: unknown): Document | null {
  // No value is undocumented, and so no error here.
  if (!isSound(body) || typeof body.name !== 'string') return null;
  return fileOfCampaign({ ...body, name: body.name.trim(), steps: body.steps.map(storedForm) });
}

/** `publish` only where it is wanted: left out, nothing is said about it. */
function workflowOfBody(body: unknown): Document | null {
  const { input } = checkedWorkflow(body, ELSEWHERE, 'draft');
  if (input === null) return null;
  const { trigger = { type: 'MANUAL' as const }, plan, name, maxCreditsPerRun } = input;
  const unknown = Object.fromEntries(unknownOfWorkflow({ ...input }));
  const file = fileOfWorkflow({ name: name.trim(), trigger, plan, maxCreditsPerRun, ...unknown });
  return input.publish === true ? { ...file, publish: true } : file;
}

/** Of a workflow as read: published means that runs execute what the draft says. */
export function workflowDocument(workflow: unknown): Document {
  const file = fileOfWorkflow(workflow);
  const isLive =
    isObject(workflow) &&
    getOwn(workflow, 'isPublished') === true &&
    getOwn(workflow, 'hasUnpublishedChanges') !== true;
  return isLive ? { ...file, publish: true } : file;
}

/** Of an AI entity as read; names of its tone and folder stand in it. */
export function aiDocument(kind: AiKind, record: JsonObject, names: { tone: string | null; folder: string | null }) {
  return fileOfRecord(kind, record, names);
}

function aiOfFields(kind: AiKind, fields: JsonObject): Document {
  const { tone, folder, ...body } = fields;
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
  const name = getOwn(body, 'name');
  const record = { ...completeBody(kind, body), ...(typeof name === 'string' && { name: name.trim() }) };
  return fileOfRecord(kind, record, { tone: text(tone), folder: text(folder) });
}

/** Of a file, or of a record. */
export function plainDocument(kind: PlainKind, body: unknown): Document | null {
  if (!isObject(body)) return null;
  const named = getOwn(body, 'name');
  if (typeof named !== 'string') return null;
  const name = named.trim();
  if (kind === 'list') return { name, entity: getOwn(body, 'entity') ?? 'CONTACT' };
  if (kind === 'signature') return { name, signature: getOwn(body, 'signature') ?? '' };
  const color = getOwn(body, 'color');
  return { name, ...(typeof color === 'string' && { color: color.toLowerCase() }) };
}

/**
 * The document of what a file says, names already ids; null for what the rules refuse. Values that a new record has by
 * itself need not be said.
 */
export function documentOfBody(kind: ResourceKind, body: unknown): Document | null {
  const ai = aiKindOf(kind);
  if (ai !== null) return isObject(body) ? plain(aiOfFields(ai, body)) : null;
  const plainKind = plainKindOf(kind);
  if (plainKind !== null) return plain(plainDocument(plainKind, body));
  switch (kind) {
    case 'playbook':
      return plain({ ...contentOfFile(body) });
    case 'campaign':
      return plain(campaignOfBody(body));
    default:
      return plain(workflowOfBody(body));
  }
}

/** What an alias shares is written out, and nothing is undefined: documents are plain data. */
function plain(document: Document | null): Document | null {
  if (document === null) return null;
  const made: unknown = JSON.parse(JSON.stringify(document));
  return isObject(made) ? made : null;
}

/** Whether two documents of a kind say the same; whether a workflow is published is not part of what it says. */
export function withoutPublish(kind: ResourceKind, document: Document): Document {
  if (kind !== 'workflow') return document;
  const { publish: _publish, ...rest } = document;
  return rest;
}
