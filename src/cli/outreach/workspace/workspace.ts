// A workspace as documents: what is read of it for a plan or a pull, names in place of ids.

import type { Call } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import { type FolderTree, treeOf } from '../../../contract/ai/enums.ts';
import { append } from '../../../contract/append.ts';
import { batchesOf } from '../../../contract/batches.ts';
import { type AnyId, anyIdOf, isIdText } from '../../../contract/ids.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { fileOfCampaign } from '../../../rules/campaigns/file.ts';
import {
  type Document,
  keyOf,
  nameIn,
  plainKindOf,
  RESOURCE_KINDS,
  type ResourceKind,
} from '../../../rules/outreach/kinds.ts';
import { playbookDocument } from '../../../rules/outreach/merge.ts';
import { aiDocument, aiKindOf, plainDocument, workflowDocument } from '../../../rules/outreach/normal.ts';
import type { LiveResource } from '../../../rules/outreach/plan.ts';
import { linked, unlinked } from '../../../rules/outreach/references.ts';
import type { Aliases } from '../../../rules/outreach/settings.ts';
import { keptOf } from '../../../rules/playbook/content.ts';
import type { Session } from '../../session/session.ts';
import { allFolders } from '../../shared/ai/kinds.ts';
import { having, isAiSwitchedOff, whyUnreadable } from '../../shared/answer.ts';
import { createdId } from '../../shared/created.ts';
import { knowLibrary, LiveNames, readNames } from '../../shared/names/live-names.ts';
import { allRecords, type KindWithIds, type LiveRecord, oneRecord, RECORDS, type Selects } from './records.ts';

/** So many records are read side by side; the pace of their route bounds them all. */
const AT_ONCE = 8;

export class LiveWorkspace {
  readonly names: LiveNames;
  /** Kinds that the workspace has not, because it lacks the split AI-entity model. */
  readonly missing: ResourceKind[] = [];
  /** What cannot be read, and why: kinds, what files name of them, and single records (`campaign/12`). */
  readonly unread = new Map<string, string>();
  /** The keys of single records that cannot be read. */
  readonly unreadKeys = new Set<string>();
  /** Whether everything that the folder has was read, whatever else was not. */
  isWhole = true;
  /** The names of what the workspace has of each kind that was read. */
  readonly listed = new Map<ResourceKind, ReadonlySet<string>>();
  readonly call: Call;
  readonly #session: Session;
  /** The first of the errors behind `unread`. */
  #refusal: unknown = null;
  readonly #folders = new Map<FolderTree, Promise<{ readonly id: number; readonly path: string }[]>>();

  private constructor(session: Session, call: Call, aliases: Aliases) {
    this.#session = session;
    this.call = call;
    this.names = new LiveNames(session.profile().name, aliases, ['list', 'campaign', 'ai-message', 'tone']);
  }

  static async open(session: Session, aliases: Aliases): Promise<LiveWorkspace> {
    const client = await session.client();
    // A record that is read only in part would be planned to change.
    const call: Call = (route, input, options) => client.call(route, input, { ...options, isExact: true });
    return new LiveWorkspace(session, call, aliases);
  }

  /**
   * The resources of these kinds that are selected. Reads what they may name, too; `named`: all names are known then. Throws
   * the first refusal where none of these kinds can be read.
   */
  async read(kinds: ReadonlySet<ResourceKind>, selects: Selects, named: () => void): Promise<LiveResource[]> {
    const live: LiveResource[] = [];
    const heads = new Map<KindWithIds, LiveRecord[]>();
    await this.#readSenders(kinds);
    for (const kind of this.#kindsToList(kinds)) heads.set(kind, await this.#heads(kind));
    named();
    for (const kind of RESOURCE_KINDS) {
      if (!kinds.has(kind)) continue;
      if (kind === 'playbook') {
        await this.#readable(kind, async () => void live.push(await this.playbook()));
        continue;
      }
      const wanted = (heads.get(kind) ?? []).filter((record) =>
        selects(kind, record.id, nameIn(kind, record), (getOwn(record, 'archivedAt') ?? null) !== null),
      );
      for (const some of batchesOf(wanted, AT_ONCE)) {
        const read = some.map((record) => this.#selected(kind, record));
        append(
          live,
          (await Promise.all(read)).flatMap((one) => one ?? []),
        );
      }
    }
    if (this.#refusal !== null && [...kinds].every((kind) => this.unread.has(kind))) throw this.#refusal;
    return live;
  }

  /** Null where it cannot be read. */
  async #selected(kind: KindWithIds, record: LiveRecord): Promise<LiveResource | null> {
    let live: LiveResource | null = null;
    const head = `${kind}/${record.id}`;
    await this.#readable(head, async () => {
      live = await this.#liveOf(kind, record);
    });
    if (live === null) this.unreadKeys.add(keyOf(kind, nameIn(kind, record)));
    return live;
  }

  /** Does the work; what cannot be read is noted. Throws every other error. */
  async #readable(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const why = whyUnreadable(error);
      if (why === null) throw error;
      this.#refusal ??= error;
      this.unread.set(what, why);
    }
  }

  /** One resource as it is now; null where it is gone. */
  async again(kind: ResourceKind, id: AnyId | null, name = ''): Promise<LiveResource | null> {
    if (kind === 'playbook') return await this.playbook();
    if (id === null) return null;
    try {
      const record = await oneRecord(this.call, kind, { id, name });
      return record === null ? null : await this.documentOf(kind, record);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return null;
      throw error;
    }
  }

  /** Those of a name, newest last. */
  async called(kind: KindWithIds, document: Document): Promise<LiveResource[]> {
    const name = getOwn(document, 'name');
    const found = await allRecords(this.call, kind, typeof name === 'string' ? name : '');
    const live: LiveResource[] = [];
    for (const record of found) {
      this.know(kind, record);
      live.push(await this.#liveOf(kind, record));
    }
    return live.filter((one) => one.name === nameIn(kind, document));
  }

  async playbook(): Promise<LiveResource> {
    const { data } = await this.call(routes.playbook.get, {});
    const document = playbookDocument(data);
    return { kind: 'playbook', name: 'playbook', id: null, document, running: null, kept: keptOf(data) };
  }

  /** Lists, campaigns and messages are listed where something may name them. */
  #kindsToList(kinds: ReadonlySet<ResourceKind>): KindWithIds[] {
    const [hasCampaigns, hasWorkflows] = [kinds.has('campaign'), kinds.has('workflow')];
    return RESOURCE_KINDS.filter((kind): kind is KindWithIds => {
      if (kind === 'playbook') return false;
      if (kinds.has(kind)) return true;
      return (kind === 'ai-message' && hasCampaigns) || ((kind === 'list' || kind === 'campaign') && hasWorkflows);
    });
  }

  async #heads(kind: KindWithIds): Promise<LiveRecord[]> {
    let records: LiveRecord[] = [];
    await this.#readable(kind, async () => {
      try {
        records = await allRecords(this.call, kind, undefined, () =>
          this.unread.set(kind, 'the answer has records without an id or a name'),
        );
      } catch (error) {
        if (!isAiSwitchedOff(error)) throw error;
        this.missing.push(kind);
      }
    });
    for (const record of records) this.know(kind, record);
    this.listed.set(kind, new Set(records.map((record) => nameIn(kind, record))));
    if (kind !== 'signature') return records;
    return records.map((one) => ({ ...one, name: this.names.nameOf('identity', String(one.id)) ?? one.name }));
  }

  /** Its name leads to it from now on. */
  know(kind: KindWithIds, { id, name, entity }: LiveRecord): void {
    if (kind === 'list') this.names.add('list', id, name, entity === 'COMPANY' ? 'COMPANY' : 'CONTACT');
    if (kind === 'campaign' || kind === 'ai-message') this.names.add(kind, id, name);
  }

  async #readSenders(kinds: ReadonlySet<ResourceKind>): Promise<void> {
    const [names, session] = [this.names, this.#session];
    const named = kinds.has('campaign') ? (['identity', 'owner', 'voice'] as const) : (['identity'] as const);
    const isNamed = kinds.has('campaign') || kinds.has('workflow') || kinds.has('signature');
    for (const referent of isNamed ? named : []) {
      await this.#readable(referent, () => readNames(session, names, [referent]));
    }
    if (!kinds.has('ai-message') && !kinds.has('ai-snippet')) return;
    await this.#readable('tone', async () => {
      try {
        const api = await session.api();
        for (const { id, name } of having((await api.aiTones.list()).tones, 'id', 'name').toReversed())
          names.add('tone', id, name);
      } catch (error) {
        if (!isAiSwitchedOff(error)) throw error;
      }
    });
  }

  async #liveOf(kind: KindWithIds, record: LiveRecord): Promise<LiveResource> {
    const whole = RECORDS[kind].isWhole ? record : await oneRecord(this.call, kind, record);
    return await this.documentOf(kind, whole ?? record);
  }

  async documentOf(kind: KindWithIds, record: LiveRecord): Promise<LiveResource> {
    const status = kind === 'campaign' ? getOwn(record, 'status') : undefined;
    const document = await this.#document(kind, record);
    const running = typeof status === 'string' && status !== 'DRAFT' ? status : null;
    return { kind, name: nameIn(kind, document), id: record.id, document, running, record };
  }

  async #document(kind: KindWithIds, record: LiveRecord): Promise<Document> {
    const ai = aiKindOf(kind);
    if (ai !== null) {
      const toneId = getOwn(record, 'toneId');
      const tone = toneId == null ? null : this.names.nameOf('tone', String(toneId));
      const entity = getOwn(record, 'entity') === 'COMPANY' ? 'COMPANY' : 'CONTACT';
      const folder = await this.#folderPath(treeOf(ai, entity), getOwn(record, 'folderId'));
      return aiDocument(ai, record, { tone, folder });
    }
    const plain = plainKindOf(kind);
    const called = kind === 'signature' ? this.names.nameOf('identity', String(record.id)) : null;
    if (plain !== null) return plainDocument(plain, { ...record, ...(called !== null && { name: called }) }) ?? {};
    const file = kind === 'campaign' ? fileOfCampaign(record) : workflowDocument(record);
    await this.#knowMessages(kind, file);
    const named = unlinked(kind, file, (referent, id) => this.names.nameOf(referent, id));
    return isObject(named) ? named : file;
  }

  /** The document of a file with each owner named as it is read: files may use another of its names. Known once `read`. */
  asRead(kind: ResourceKind, document: Document): Document {
    const ids = linked(kind, document, (one) => (one.referent === 'owner' ? this.names.idOf(one) : null));
    const named = unlinked(kind, ids, (one, id) => (one === 'owner' ? this.names.nameOf(one, id) : null));
    return isObject(named) ? named : document;
  }

  #library: Promise<void> | null = null;

  /** A step has its own copy of an AI message, which no list shows; one of the library is named as there. */
  async #knowMessages(kind: KindWithIds, file: Document): Promise<void> {
    const unknown: string[] = [];
    unlinked(kind, file, (referent, id) => {
      if (referent === 'ai-message' && this.names.nameOf(referent, id) === null) unknown.push(id);
      return null;
    });
    for (const id of new Set(unknown)) {
      if (!isIdText(id)) {
        this.#library ??= knowLibrary(this.#session, this.names);
        await this.#library;
      }
      if (this.names.nameOf('ai-message', id) !== null) continue;
      const copy = await this.again('ai-message', anyIdOf(id));
      if (copy !== null) this.names.addCopy(id, copy.name);
    }
  }

  async #foldersOf(tree: FolderTree): Promise<{ readonly id: number; readonly path: string }[]> {
    const read = async () => (await allFolders(this.#session, tree)).map(({ id, path }) => ({ id, path }));
    const folders = this.#folders.get(tree) ?? read();
    this.#folders.set(tree, folders);
    return await folders;
  }

  async #folderPath(tree: FolderTree, folderId: unknown): Promise<string | null> {
    if (typeof folderId !== 'number') return null;
    return (await this.#foldersOf(tree)).find(({ id }) => id === folderId)?.path ?? null;
  }

  /** The folder of a path; made, step by step, where it is not there. */
  async folderId(tree: FolderTree, path: string): Promise<number> {
    const folders = await this.#foldersOf(tree);
    let parentId: number | null = null;
    let way = '';
    for (const name of path.split('/')) {
      way = way === '' ? name : `${way}/${name}`;
      const known = folders.find((one) => one.path === way);
      if (known === undefined) {
        const api = await this.#session.api();
        const made = await api.aiFolders.create({
          params: { kind: tree },
          body: { name, ...(parentId !== null && { parentId }) },
        });
        const path = way;
        parentId = await createdId(
          made.id,
          { what: `the folder "${path}"`, find: `reach ai folder list ${tree}` },
          async () => (await allFolders(this.#session, tree)).find((one) => one.path === path)?.id,
        );
        folders.push({ id: parentId, path: way });
      } else parentId = known.id;
    }
    if (parentId === null) throw new Error(`a folder without a name: ${JSON.stringify(path)}`);
    return parentId;
  }
}
