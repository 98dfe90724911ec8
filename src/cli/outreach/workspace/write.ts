// One resource on its way into a workspace: names become ids at the last moment, so that what was created a moment ago is
// found.

import type { SendOptions } from '../../../client/send.ts';
import { treeOf } from '../../../contract/ai/enums.ts';
import { type AnyId, isId, isIdText } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { bodyOfFields, completeBody } from '../../../rules/ai/file.ts';
import { bodyOfFile as campaignBody } from '../../../rules/campaigns/file.ts';
import { isSame } from '../../../rules/outreach/compare.ts';
import type { Document, ResourceKind } from '../../../rules/outreach/kinds.ts';
import { aiKindOf, unknownOf } from '../../../rules/outreach/normal.ts';
import { overlay } from '../../../rules/outreach/overlay.ts';
import { type LiveResource, newestOf } from '../../../rules/outreach/plan.ts';
import { linked, type Reference, unlinked } from '../../../rules/outreach/references.ts';
import type { PlaybookContent } from '../../../rules/playbook/content.ts';
import { planUpdate } from '../../../rules/playbook/plan-update.ts';
import { missedEdits, type WorkflowDraft } from '../../../rules/workflows/changes.ts';
import { checkedWorkflow } from '../../../rules/workflows/check.ts';
import { bodyOfFile as workflowBody } from '../../../rules/workflows/file.ts';
import type { Session } from '../../session/session.ts';
import { createdId } from '../../shared/created.ts';
import type { OnTurn } from '../../shared/creation.ts';
import { assertTaken, withOwnEnds, workflowEdit } from '../../shared/draft.ts';
import type { LiveNames, NameToResolve } from '../../shared/names/live-names.ts';
import { CliError } from '../../terminal/exit.ts';
import { type KindWithIds, RECORDS } from './records.ts';
import type { LiveWorkspace } from './workspace.ts';

export interface Request {
  readonly route: Route;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** A name that nothing in the workspace has: exit 3. */
export class UnknownName extends CliError {
  readonly reference: UnknownReference;

  constructor(reference: UnknownReference, names: LiveNames) {
    super('refused', 'unknown_name', names.unknownText(reference), {
      hint: 'reach.yaml can say what it is called there: names: { PROFILE: { … } }',
    });
    this.reference = reference;
  }
}

/** A name, or an id. */
type UnknownReference = NameToResolve & Pick<Reference, 'at'>;

/** Ids in a document that nothing in the workspace has. The copies that steps keep of AI messages are in no list. */
export function unknownIds(
  kind: ResourceKind,
  document: Document,
  { names, unread }: LiveWorkspace,
): UnknownReference[] {
  const unknown: UnknownReference[] = [];
  unlinked(kind, document, (referent, id, at) => {
    const isCopy = referent === 'ai-message' && isIdText(id);
    if (!isCopy && !unread.has(referent) && !names.has(referent, id)) unknown.push({ referent, name: id, at });
    return null;
  });
  return unknown;
}

interface NamingDocument {
  readonly kind: ResourceKind;
  readonly document: Document;
  /** Whether it is known by its id, which its name need not lead to. */
  readonly isFollowed: boolean;
}

/** What is named of a workspace and not found in it, or not sure; `planned`: what an apply creates. */
export function unknownNames(
  { kind, document, isFollowed }: NamingDocument,
  names: LiveNames,
  planned: (reference: Reference) => boolean,
): UnknownReference[] {
  const unknown: UnknownReference[] = [];
  linked(kind, document, (reference) => {
    const isKnown = names.idOf(reference) !== null || planned(reference);
    if (!isKnown) unknown.push(reference);
    return null;
  });
  const look = (referent: 'identity' | 'tone', key: string) => {
    const name = getOwn(document, key);
    if (typeof name === 'string' && names.idOf({ referent, name }) === null)
      unknown.push({ referent, name, at: [key] });
  };
  if (kind === 'signature' && !isFollowed) look('identity', 'name');
  if (kind === 'ai-message' || kind === 'ai-snippet') look('tone', 'tone');
  return unknown;
}

export class Writer {
  readonly #workspace: LiveWorkspace;
  readonly #prune: boolean;
  readonly #session: Session;

  constructor(session: Session, workspace: LiveWorkspace, prune: boolean) {
    this.#session = session;
    this.#workspace = workspace;
    this.#prune = prune;
  }

  /** Creates it and gives its id; `onTurn`: right before the request that does. Throws UnknownName, ApiError. */
  async create(kind: KindWithIds, document: Document, onTurn?: OnTurn): Promise<AnyId> {
    const { create, param } = RECORDS[kind];
    if (kind === 'signature') {
      const id = this.#identityOf(document);
      await this.#send({ route: create, params: { [param]: id }, body: await this.#body(kind, document) });
      return id;
    }
    const reported = await this.#body(kind, document);
    const body = kind === 'workflow' ? await withOwnEnds(this.#session, reported) : reported;
    // A service may refuse these, and they are left out then.
    const unknown = unknownOf(kind, objectIn(body)).map(([field]) => field);
    const { data } = await this.#send({ route: create, body }, { filtersItself: unknown, ...(onTurn && { onTurn }) });
    const name = String(getOwn(document, 'name'));
    const id = await createdId(
      isObject(data) && isId(data['id']) ? data['id'] : undefined,
      { what: `${kind} "${name}"`, find: 'reach plan' },
      async () => newestOf(await this.#workspace.called(kind, document))?.id ?? undefined,
    );
    this.#workspace.know(kind, { id, name, entity: getOwn(document, 'entity') });
    return id;
  }

  /** Makes the record, as it was read right before, what the document says. Gives what a person must know. */
  async update(before: LiveResource, id: AnyId, after: Document): Promise<string | null> {
    const { kind } = before;
    if (kind === 'workflow') return await this.#updateWorkflow(before, id, after);
    const { update, param } = RECORDS[kind === 'playbook' ? 'list' : kind];
    if (update === null || kind === 'playbook') throw new Error(`${kind}: nothing of it can be changed so`);
    const body = changedFields(kind, await this.#body(kind, before.document), await this.#body(kind, after));
    if (Object.keys(body).length > 0) await this.#send({ route: update, params: { [param]: id }, body });
    const name = getOwn(after, 'name');
    if (typeof name === 'string') this.#workspace.know(kind, { id, name, entity: getOwn(after, 'entity') });
    return null;
  }

  /** The playbook's requests, one after the other: each can be repeated. Gives what no request can do, and what is then there. */
  async updatePlaybook({ kept, document }: LiveResource, file: Document, isFollowed: boolean) {
    if (kept === undefined) throw new Error('a playbook without its items');
    const prune = this.#prune && isFollowed;
    const wanted: PlaybookContent = overlay('playbook', file, document, prune);
    const { requests, leftovers, after } = planUpdate(kept, wanted, { prune });
    for (const body of requests) await this.#send({ route: routes.playbook.update, body });
    return { left: leftovers.filter(({ why }) => why !== 'kept').map(({ message }) => message), after };
  }

  /** Throws ApiError `not_found` where someone else was faster. */
  async remove(kind: KindWithIds, id: AnyId): Promise<void> {
    const { remove, param } = RECORDS[kind];
    if (remove === null) throw new Error(`${kind}: none can be deleted`);
    const body = kind === 'signature' ? { body: { signature: null } } : {};
    await this.#send({ route: remove, params: { [param]: id }, ...body });
  }

  #identityOf(document: Document): AnyId {
    const { names } = this.#workspace;
    const name = String(getOwn(document, 'name'));
    const id = names.idOf({ referent: 'identity', name });
    if (id === null) throw new UnknownName({ referent: 'identity', name, at: ['name'] }, names);
    return id;
  }

  /** Guarded by the revision it was read at. */
  async #updateWorkflow({ record }: LiveResource, id: AnyId, after: Document): Promise<string | null> {
    const { input } = checkedWorkflow(await this.#body('workflow', after), { undocumentedRules: 'off' }, 'draft');
    if (input === null || record === undefined || !isDraft(record))
      throw new Error('a workflow without errors is refused by the rules');
    const whole = { ...input, maxCreditsPerRun: input.maxCreditsPerRun ?? null };
    const made = await workflowEdit(this.#session, record, whole, { keepsUnknown: false });
    let revision = record['revision'];
    const params = { workflowId: id };
    if (made !== null) {
      const body = { ...made.edit, revision };
      const { data } = await this.#send({ route: routes.workflows.editDraft, params, body });
      revision = isObject(data) ? data['revision'] : revision;
      await assertTaken(this.#session, `workflow ${id}`, async () => {
        const now = (await this.#workspace.again('workflow', id))?.record;
        return now !== undefined && isDraft(now) ? missedEdits(record, made.wanted, now) : [];
      });
    }
    if (getOwn(after, 'publish') !== true) return null;
    const { data } = await this.#send({ route: routes.workflows.publish, params, body: { revision } });
    return hasSecret(data) ? 'its webhook has a secret: reach workflow publish --secret-file FILE keeps it' : null;
  }

  async #body(kind: KindWithIds, document: Document): Promise<unknown> {
    const ai = aiKindOf(kind);
    if (ai !== null) return await this.#aiBody(kind, document);
    if (kind === 'signature') return { signature: getOwn(document, 'signature') };
    const { names } = this.#workspace;
    const body = linked(kind, document, (reference) => {
      const id = names.idOf(reference);
      if (id === null) throw new UnknownName(reference, names);
      return id;
    });
    if (kind === 'campaign') return campaignBody(body);
    return kind === 'workflow' ? workflowBody(body) : body;
  }

  async #aiBody(kind: KindWithIds, document: Document): Promise<Record<string, unknown>> {
    const ai = aiKindOf(kind);
    if (ai === null) throw new Error(`${kind} is not an AI entity`);
    const { names } = this.#workspace;
    const [tone, folder] = [getOwn(document, 'tone'), getOwn(document, 'folder')];
    const toneId = typeof tone === 'string' ? names.idOf({ referent: 'tone', name: tone }) : null;
    if (typeof tone === 'string' && toneId === null) {
      throw new UnknownName({ referent: 'tone', name: tone, at: ['tone'] }, names);
    }
    const entity = getOwn(document, 'entity') === 'COMPANY' ? 'COMPANY' : 'CONTACT';
    const folderId =
      typeof folder === 'string' ? await this.#workspace.folderId(treeOf(ai, entity), folder) : undefined;
    return bodyOfFields(document, { tone: toneId ?? undefined, folder: folderId });
  }

  async #send({ route, params, body }: Request, options: SendOptions = {}) {
    const input = { ...(params !== undefined && { params }), ...(body !== undefined && { body }) };
    return await this.#workspace.call(route, input, options);
  }
}

function isDraft(record: JsonObject): record is JsonObject & WorkflowDraft {
  return isObject(record['plan']) && Array.isArray(record['plan']['nodes']) && isObject(record['trigger']);
}

const hasSecret = (data: unknown): boolean =>
  isObject(data) && isObject(data['trigger']) && typeof data['trigger']['webhookSecret'] === 'string';

/** Only what changes: what is gone is cleared, or what it is of an AI entity by itself. */
function changedFields(kind: ResourceKind, before: unknown, after: unknown): Record<string, unknown> {
  const ai = aiKindOf(kind);
  const [old = {}, made = {}] = [before, after].map((body) => objectIn(body));
  const next = ai === null ? made : completeBody(ai, made);
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const was = ai === null ? old : completeBody(ai, old);
  return Object.fromEntries(
    keys.filter((key) => !isSame(getOwn(was, key), getOwn(next, key))).map((key) => [key, getOwn(next, key) ?? null]),
  );
}
