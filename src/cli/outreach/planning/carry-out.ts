// A plan, carried out: each action guarded by reading again what it changes, recorded before the next begins.

import { ApiError } from '../../../client/errors.ts';
import { type AnyId, isSameId } from '../../../contract/ids.ts';
import { isOfCampaign } from '../../../rules/campaigns/file.ts';
import { type MissedEdit, markHidden, missedEffects } from '../../../rules/effects.ts';
import { isSame } from '../../../rules/outreach/compare.ts';
import type { Document } from '../../../rules/outreach/kinds.ts';
import { entryOf } from '../../../rules/outreach/lock.ts';
import { alignedWith, withoutPublish } from '../../../rules/outreach/normal.ts';
import { documentChanges, isSameDocument } from '../../../rules/outreach/overlay.ts';
import { type LiveResource, type Planned, REFUSED, WRITES } from '../../../rules/outreach/plan.ts';
import { missedItems } from '../../../rules/playbook/differences.ts';
import type { Session } from '../../session/session.ts';
import { creating, keyOf } from '../../shared/creation.ts';
import { assertTaken } from '../../shared/draft.ts';
import { CliError, failureOf } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { type KindWithIds, RECORDS } from '../workspace/records.ts';
import { Writer } from '../workspace/write.ts';
import { type Opened, refusedInApply } from './open.ts';

export interface CarriedOut {
  readonly action: Planned['action'];
  readonly kind: Planned['kind'];
  readonly name: string;
  readonly id: AnyId | null;
  readonly file: string | null;
}

/** Exit 6 where something was changed in the workspace, or may not be changed: then nothing at all is sent. */
export function assertAppliable(planned: readonly Planned[]): void {
  const refused = planned.filter(({ action }) => REFUSED.has(action));
  if (refused.length === 0) return;
  const list = refused.map(({ key, action }) => `${key} (${action})`).join(', ');
  const isRunning = refused.every(({ action, live }) => action === 'protected' && live?.running !== null);
  throw new CliError('conflict', 'not_appliable', `nothing was sent: ${list}`, {
    hint: isRunning
      ? '--clone-running creates a draft beside each'
      : 'reach pull --merge brings the changes of the workspace into the files; --overwrite writes over them; --target leaves them alone',
    details: { resources: refused.map(({ key, action }) => ({ key, action })) },
  });
}

/** Whether there is anything to send, or to note in the lock. */
export function writesOf(planned: readonly Planned[]): readonly Planned[] {
  return planned.filter(({ action }) => WRITES.has(action));
}

export class Apply {
  readonly #session: Session;
  readonly #opened: Opened;
  readonly #writer: Writer;

  constructor(session: Session, opened: Opened, prune: boolean) {
    this.#session = session;
    this.#opened = opened;
    this.#writer = new Writer(session, opened.workspace, prune);
  }

  /** In the order of the plan. What fails ends it; what was done is in the lock, so that running it again goes on. */
  async *run(planned: readonly Planned[]): AsyncGenerator<CarriedOut> {
    let done = 0;
    const total = writesOf(planned).length;
    for (const one of planned) {
      try {
        const made = await this.#carryOut(one);
        if (!WRITES.has(one.action)) continue;
        done += 1;
        yield made;
      } catch (error) {
        const file = this.#opened.read.files.find(({ path }) => path === one.wanted?.file) ?? null;
        const refused = await refusedInApply(this.#session, file, error);
        const next =
          failureOf(refused).retryable === true ? 'run it again to go on' : 'they stay, and are not sent again';
        await this.#session.print.warn(`${done} of ${total} were applied; ${next}`);
        throw refused;
      }
    }
  }

  /** To its end, whoever may read what was done. */
  async runAll(planned: readonly Planned[]): Promise<void> {
    const done = this.run(planned);
    while ((await done.next()).done !== true);
  }

  async #carryOut(planned: Planned): Promise<CarriedOut> {
    const { action, kind, name, key, file } = planned;
    const id = await this.#done(planned);
    const done = { action, kind, name, id, file };
    if (action === 'forget' || action === 'delete') await this.#opened.lock.set(key, null);
    return done;
  }

  async #done(planned: Planned): Promise<AnyId | null> {
    switch (planned.action) {
      case 'create':
        return planned.kind === 'playbook' ? await this.#update(planned) : await this.#create(planned);
      case 'update':
        return await this.#update(planned);
      case 'delete':
        return await this.#remove(planned);
      case 'unchanged':
        return await this.#follow(planned);
      default:
        return planned.id;
    }
  }

  /** What is there already, and as it should be, is followed from now on. */
  async #follow({ key, wanted, live, renamedFrom }: Planned): Promise<AnyId | null> {
    if (wanted === null || live === null) return null;
    const { lock } = this.#opened;
    const known = lock.lock.resources.get(key);
    const entry = entryOf(live.id, wanted, wanted.document, live.document);
    // The same, found in another spelling by the workspace, stays as it was noted.
    if (
      String(known?.id) !== String(live.id) ||
      known?.file !== wanted.file ||
      known.protect !== entry.protect ||
      !isSame(known.document, wanted.document)
    ) {
      await lock.set(key, entry, renamedFrom);
    }
    return live.id;
  }

  async #record(planned: Planned, id: AnyId | null): Promise<void> {
    const { key, kind, wanted, renamedFrom } = planned;
    if (wanted === null || !this.#opened.lock.isKept) return;
    const live = await this.#opened.workspace.again(kind, id, planned.name);
    const entry = entryOf(id, wanted, wanted.document, live?.document ?? wanted.document);
    await this.#opened.lock.set(key, entry, renamedFrom);
  }

  /** Looks once more whether someone else, or an interrupted apply, has created it, or a request of that one may yet. */
  async #create(planned: Planned): Promise<AnyId | null> {
    const { key, kind, wanted } = planned;
    if (wanted === null || kind === 'playbook') return null;
    const { document } = wanted;
    if (!this.#opened.lock.isKept) return await this.#writer.create(kind, document);
    const folder = ['applied', keyOf(this.#session, key)] as const;
    // What is created is in the lock.
    const isDone = (_: unknown): _ is never => false;
    return await creating(this.#session, { folder, noun: key, find: 'reach plan', isDone }, async (creation) => {
      const same = await creation.find(() => this.#createdBefore(planned, kind, document));
      const id = same?.id ?? (await creation.send((onTurn) => this.#writer.create(kind, document, onTurn)));
      const isDraft = same !== null && document['publish'] === true && same.document['publish'] !== true;
      if (isDraft) await this.#writer.update(same, id, document);
      await this.#record(planned, id);
      creation.forget();
      return id;
    });
  }

  async #createdBefore(planned: Planned, kind: KindWithIds, wanted: Document): Promise<LiveResource | null> {
    const { isClone, live: running } = planned;
    const named = await this.#opened.workspace.called(kind, wanted);
    const found = named.filter((one) => !isClone || (!isSameId(one.id, running?.id) && one.running === null));
    const same = found.find(({ document }) =>
      isSame(withoutPublish(kind, document), withoutPublish(kind, alignedWith(kind, wanted, document))),
    );
    if (same === undefined && found.length > 0 && !isClone) throw movedOn(planned, found[0] ?? null);
    return same ?? null;
  }

  async #update(planned: Planned): Promise<AnyId | null> {
    const { kind, id, wanted, live: before } = planned;
    if (wanted === null || before === null) return null;
    const now = await this.#opened.workspace.again(kind, id, planned.name);
    if (now === null || !isSameSide(now, before)) throw movedOn(planned, now);
    const { print } = this.#session;
    let after = wanted.document;
    if (kind === 'playbook') {
      const { left, after: made } = await this.#writer.updatePlaybook(now, after, planned.entry !== null);
      after = { ...made };
      for (const text of left) await print.warn(harmless(text));
    } else if (id !== null) {
      const note = await this.#writer.update(now, id, after);
      if (note !== null) await print.note(harmless(`${planned.key}: ${note}`));
    }
    // A workflow was read back before it was published.
    if (kind !== 'workflow') {
      await assertTaken(this.#session, planned.key, async () => {
        const live = await this.#opened.workspace.again(kind, id);
        return live === null ? [] : missedIn(now, after, live);
      });
    }
    await this.#record(planned, id);
    return id;
  }

  async #remove(planned: Planned): Promise<AnyId | null> {
    const { kind, id, live: before } = planned;
    if (id === null || kind === 'playbook' || RECORDS[kind].remove === null) return null;
    const now = await this.#opened.workspace.again(kind, id, planned.name);
    if (now === null) return id;
    if (before === null || !isSameSide(now, before)) throw movedOn(planned, now);
    try {
      await this.#writer.remove(kind, id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    }
    return id;
  }
}

/** What an update was to change and did not. */
function missedIn(before: LiveResource, after: Document, now: LiveResource): readonly MissedEdit[] {
  if (now.kind === 'playbook') return missedItems(before.document, after, now.document);
  const effects = missedEffects(before.document, after, now.document);
  return markHidden(now.record ?? {}, now.kind === 'campaign' ? effects.filter(isOfCampaign) : effects);
}

/** Whether a resource is as the plan saw it. */
function isSameSide(now: LiveResource, before: LiveResource): boolean {
  return (
    now.running === before.running &&
    isSameDocument(now.kind, now.document, before.document) &&
    isSameDocument(now.kind, before.document, now.document)
  );
}

/** Someone was quicker: exit 6. */
function movedOn({ key, kind, live }: Planned, now: LiveResource | null): CliError {
  const changes = now === null || live === null ? [] : documentChanges(kind, live.document, now.document);
  const what =
    now === null
      ? 'it is gone'
      : changes.length === 0
        ? 'another one is there'
        : changes.map(({ path }) => path || 'all of it').join(', ');
  return new CliError('conflict', 'conflict', `${key} was changed in the workspace since the plan was made: ${what}`, {
    hint: 'look at it with reach plan; reach pull --merge brings it into the file',
    details: { key, changes },
  });
}
