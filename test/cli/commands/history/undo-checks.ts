// What an undo has to come to, compared with what the service shows and with what the undo says of it.

import { type Difference, differences, keyOf, type Snapshot, textOf } from './snapshot.ts';

/** A row of `undo --dry-run`, or of what an undo could not simply take back. */
export interface Detail {
  readonly kind: string;
  readonly id: number | string | null;
  readonly change: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly note: string;
}

export interface UndoneWorkspace {
  readonly before: Snapshot;
  readonly imported: Snapshot;
  /** With the changes of someone else. */
  readonly changed: Snapshot;
  readonly after: Snapshot;
  readonly details: readonly Detail[];
  readonly overwrites: boolean;
  readonly isRemote: boolean;
  /** Another row may change a record between the reading of its values and the request: such a field is named, not taken back. */
  readonly isParallel: boolean;
}

export interface UndoneCounts {
  changedFields: number;
  restoredFields: number;
  keptFields: number;
  named: number;
}

const valueIn = (state: Snapshot, { record, field }: Pick<Difference, 'record' | 'field'>): string | undefined =>
  field === 'exists' ? (state.has(record) ? 'true' : undefined) : state.get(record)?.get(field);

export class UndoCheck {
  readonly #of: UndoneWorkspace;
  readonly #ours: ReadonlyMap<string, Difference>;
  readonly #theirs: ReadonlyMap<string, Difference>;

  constructor(of: UndoneWorkspace) {
    this.#of = of;
    this.#ours = new Map(differences(of.before, of.imported).map((one) => [keyOf(one), one]));
    this.#theirs = new Map(differences(of.imported, of.changed).map((one) => [keyOf(one), one]));
  }

  #isListed(change: string, { record, field }: Difference): boolean {
    return this.#of.details.some(
      (one) =>
        one.change === change &&
        (one.field === field || one.field === '') &&
        [`${one.kind} ${one.id}`, `field contact ${one.id}`, `field company ${one.id}`].includes(record),
    );
  }

  #noteOf(record: string): string {
    const notes = this.#of.details.filter(
      ({ kind, id, change }) => change === 'not undone' && `${kind} ${id}` === record,
    );
    return notes.map(({ note }) => note).join('; ');
  }

  /** A contact of the import: where someone changed it since, it stays as it is. */
  #isNew(record: string): boolean {
    const { before, imported } = this.#of;
    return record.startsWith('contact ') && imported.has(record) && !before.has(record);
  }

  /** The record of a field; of a member, the contact. */
  #ownerOf({ record, field }: Difference): string {
    const { imported, changed } = this.#of;
    const entity = changed.get(record)?.get('entity') ?? imported.get(record)?.get('entity');
    return field.startsWith('member ') && entity === '"CONTACT"' ? field.replace('member', 'contact') : record;
  }

  #wanted(one: Difference): string | undefined {
    const { before, changed, overwrites } = this.#of;
    const owner = this.#ownerOf(one);
    const isNew = this.#isNew(owner);
    // Someone changed it, or put it into a list. That they took it out of one changes nothing of it.
    const isKept =
      isNew &&
      [...this.#theirs.values()].some(
        (each) => each.record === owner || (this.#ownerOf(each) === owner && each.to !== undefined),
      );
    const isOurs = this.#ours.has(keyOf(one)) || isNew;
    const isLeft = overwrites ? this.#theirs.has(keyOf(one)) && !isOurs : isKept || this.#theirs.has(keyOf(one));
    return valueIn(isLeft ? changed : before, one);
  }

  /** Fields and members that are neither as they have to be nor named. */
  unexpected(counts: UndoneCounts): string[] {
    const { before, imported, changed, after, overwrites } = this.#of;
    counts.changedFields += [...this.#ours.keys()].filter((key) => !key.endsWith(': exists')).length;
    return [...new Map([...this.#ours, ...this.#theirs]).values()].flatMap((one) => {
      const isOurs = this.#ours.has(keyOf(one));
      const isTheirs = this.#theirs.has(keyOf(one));
      const text = [before, imported, changed, after].map((state) => valueIn(state, one)).join(' → ');
      // What the import set and set back again, --overwrite sets back, too.
      const isBack = overwrites && valueIn(after, one) === valueIn(before, one);
      if (isBack || valueIn(after, one) === this.#wanted(one)) {
        if (isOurs && isTheirs && !overwrites) counts.keptFields += 1;
        else if (isOurs) counts.restoredFields += 1;
        return this.#isUnlisted(one) ? [`kept, but not listed: ${keyOf(one)}: ${text}`] : [];
      }
      if (this.#isNamed(one)) {
        counts.named += 1;
        return [];
      }
      return [`${keyOf(one)}: ${text}, ${this.#noteOf(one.record)}`];
    });
  }

  #isUnlisted(one: Difference): boolean {
    const { before, changed, overwrites } = this.#of;
    const isField = one.field !== 'exists' && !one.field.startsWith('member ');
    const isKept = this.#ours.has(keyOf(one)) && this.#theirs.has(keyOf(one)) && !overwrites;
    const isOther = valueIn(changed, one) !== valueIn(before, one) && changed.has(one.record);
    return isField && isKept && isOther && !this.#isListed('kept', one) && !this.#isListed('not undone', one);
  }

  #isNamed(one: Difference): boolean {
    const { record, field } = one;
    const note = this.#noteOf(record);
    const isStaying = !this.#of.before.has(record) && /^(company|field|list) /.test(record);
    if (isStaying && this.#isListed('not undone', one)) return true;
    if (field === 'companyId' && note !== '') return true;
    if (!this.#of.changed.has(record) && note.startsWith('it does not exist any more')) return true;
    const { isRemote, isParallel } = this.#of;
    if (isParallel && this.#ours.has(keyOf(one)) && this.#isListed('kept', one)) return true;
    return (isRemote || isParallel) && note.includes('the values before could not be read');
  }

  /** Listed as kept, though no one changed it; or failed. */
  untrue(): string[] {
    const isTrue = ({ change, kind, id, field }: Detail) =>
      change === 'not undone' ||
      (change === 'kept' &&
        (this.#theirs.has(`${kind} ${id}: ${field}`) ||
          (this.#of.isParallel && this.#ours.has(`${kind} ${id}: ${field}`)) ||
          (field === 'lists' && this.#isTheirMember(id))));
    return this.#of.details.filter((one) => !isTrue(one)).map((one) => JSON.stringify(one));
  }

  #isTheirMember = (id: Detail['id']) => [...this.#theirs.values()].some(({ field }) => field === `member ${id}`);

  /** What the dry run of the undo does not say as it came, and the reverse. */
  unforeseen(rows: readonly Detail[]): { readonly missing: string[]; readonly more: string[] } {
    const { changed, after, details } = this.#of;
    const wanted = foreseenIn(rows);
    const deleted = new Set(wanted.flatMap(({ record, field }) => (field === 'exists' ? record : [])));
    const isOfDeleted = ({ record, field }: Difference) =>
      (field !== 'exists' && deleted.has(record)) ||
      (field.startsWith('member ') && deleted.has(`contact ${field.replace('member ', '')}`));
    const actual = differences(changed, after).filter((one) => !isOfDeleted(one));
    const failed = new Set(details.flatMap(({ kind, id, change }) => (change === 'not undone' ? `${kind} ${id}` : [])));
    const [one, other] = [wanted.map(textOf), actual.map(textOf)];
    // The way back of a contact that was moved twice may end at the company between: it is named.
    const mayDiffer = ({ record, field }: Difference) => field === 'companyId' && failed.has(record);
    const missing = wanted
      .filter((each) => !other.includes(textOf(each)) && !isOfDeleted(each) && !mayDiffer(each))
      // Someone had taken it out already.
      .filter((each) => !each.field.startsWith('member ') || valueIn(changed, each) !== undefined);
    const more = actual.filter((each) => !one.includes(textOf(each)) && !mayDiffer(each));
    return { missing: missing.map(textOf), more: more.map(textOf) };
  }
}

/** The first value and the last one of each field. */
function foreseenIn(rows: readonly Detail[]): Difference[] {
  const foreseen = new Map<string, Difference>();
  const text = (value: unknown) => (value === null || value === '' ? undefined : JSON.stringify(value));
  const note = (record: string, field: string, from: unknown, to: unknown) => {
    const key = keyOf({ record, field });
    const first = foreseen.has(key) ? foreseen.get(key)?.from : text(from);
    foreseen.set(key, { record, field, from: first, to: text(to) });
  };
  for (const { kind, id, change, field, from, to } of rows) {
    const record = `${kind} ${id}`;
    if (change === 'deleted') note(record, 'exists', true, null);
    if (change === 'updated') note(record, field, from, to);
    if (change !== 'removed' || !Array.isArray(from)) continue;
    for (const one of from)
      if (field === 'lists') note(`list ${one}`, `member ${id}`, true, null);
      else note(record, `member ${one}`, true, null);
  }
  return [...foreseen.values()].filter(({ from, to }) => from !== to);
}
