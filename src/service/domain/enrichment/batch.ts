// The records an action works on: read once, changed in memory, written once.

import type { ListEntity } from '../../../contract/list-kinds.ts';
import type { Value } from '../../../rules/items.ts';
import { COMPANIES } from '../../store/companies.ts';
import { CONTACTS } from '../../store/contacts.ts';
import { type RecordShape, recordsById, writeRecords } from '../../store/records.ts';
import type { Context } from '../context.ts';
import { type Draft, draftOf, touch } from '../draft.ts';
import { emitSignal } from '../signals.ts';
import { type Outcome, skipped } from './outcome.ts';

/** Values by field id; null takes one away. */
export type Changes = Readonly<Record<string, Value | null>>;

const SHAPES: Readonly<Record<ListEntity, RecordShape>> = { CONTACT: CONTACTS, COMPANY: COMPANIES };

export class Batch {
  readonly context: Context;
  /** The records that were asked for and are there, and the companies of contacts. */
  readonly #records: Readonly<Record<ListEntity, Map<number, Draft>>> = { CONTACT: new Map(), COMPANY: new Map() };
  /** Ids of fields that were changed, by entity and record. */
  readonly #changed: Readonly<Record<ListEntity, Map<number, Set<string>>>> = {
    CONTACT: new Map(),
    COMPANY: new Map(),
  };

  constructor(context: Context) {
    this.context = context;
  }

  static async of(context: Context, entity: ListEntity, ids: readonly number[]): Promise<Batch> {
    const batch = new Batch(context);
    await batch.read(entity, ids);
    if (entity === 'CONTACT') {
      await batch.read(
        'COMPANY',
        [...batch.#records.CONTACT.values()].flatMap(({ companyId }) => companyId ?? []),
      );
    }
    return batch;
  }

  async read(entity: ListEntity, ids: readonly number[]): Promise<void> {
    const known = this.#records[entity];
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    if (missing.length === 0) return;
    const { tx, who } = this.context;
    for (const stored of await recordsById(tx, SHAPES[entity], who.workspaceId, missing)) {
      known.set(stored.id, draftOf(stored));
    }
  }

  get(entity: ListEntity, id: number): Draft | null {
    return this.#records[entity].get(id) ?? null;
  }

  companyOf({ companyId }: Draft): Draft | null {
    return companyId === null ? null : this.get('COMPANY', companyId);
  }

  /** Sets what is different. Says whether anything was. */
  set(entity: ListEntity, draft: Draft, changes: Changes): boolean {
    const fields = this.#changed[entity].get(draft.id) ?? new Set();
    const { columns } = SHAPES[entity];
    const before = fields.size;
    for (const [name, value] of Object.entries(changes)) {
      const values: Map<string, unknown> = draft.properties;
      if (columns.has(name)) {
        if ((draft.standard.get(name) ?? null) === value) continue;
        if (value === null) draft.standard.delete(name);
        else draft.standard.set(name, value);
      } else {
        if ((values.get(name) ?? null) === value) continue;
        if (value === null) values.delete(name);
        else values.set(name, value);
      }
      fields.add(name);
    }
    if (fields.size === before) return false;
    this.#changed[entity].set(draft.id, fields);
    touch(draft, this.context.now);
    return true;
  }

  /** The contact is at this company from now on. */
  link(contact: Draft, companyId: number): void {
    if (contact.companyId === companyId) return;
    contact.companyId = companyId;
    this.#changed.CONTACT.set(contact.id, (this.#changed.CONTACT.get(contact.id) ?? new Set()).add('companyId'));
    touch(contact, this.context.now);
  }

  /** One outcome for each id, in order; records that are gone are skipped. */
  async each(
    entity: ListEntity,
    ids: readonly number[],
    work: (draft: Draft) => Outcome | Promise<Outcome>,
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const id of ids) {
      const draft = this.get(entity, id);
      outcomes.push(draft === null ? skipped(id, 'RECORD_GONE') : await work(draft));
    }
    return outcomes;
  }

  /** Writes what was changed. */
  async save(): Promise<void> {
    const { tx, who } = this.context;
    for (const entity of ['COMPANY', 'CONTACT'] as const) {
      const changed = [...this.#records[entity].values()].filter(({ isChanged }) => isChanged);
      if (changed.length === 0) continue;
      await writeRecords(tx, SHAPES[entity], who.workspaceId, { added: [], changed });
      for (const draft of changed) draft.isChanged = false;
      await this.#told(entity);
    }
  }

  /** Who listens for changed fields is told once for each set of them. */
  async #told(entity: ListEntity): Promise<void> {
    const byFields = new Map<string, number[]>();
    for (const [id, fields] of this.#changed[entity]) {
      const key = [...fields].toSorted().join(',');
      byFields.set(key, [...(byFields.get(key) ?? []), id]);
    }
    this.#changed[entity].clear();
    for (const [fields, ids] of byFields) await tellChanged(this.context, entity, ids, fields.split(','));
  }
}

async function tellChanged(context: Context, entity: ListEntity, ids: number[], fields: string[]): Promise<void> {
  if (entity === 'CONTACT')
    await emitSignal(context, { kind: 'LEAD_PROPERTY_UPDATED', entity: 'LEAD', ids, details: { fields } });
  else await emitSignal(context, { kind: 'COMPANY_PROPERTY_UPDATED', entity: 'COMPANY', ids, details: { fields } });
}

/** A value of a record as text; null where there is none. */
export function textOf(draft: Draft | null, field: string): string | null {
  const value = draft?.standard.get(field) ?? draft?.properties.get(field);
  return value === undefined || value === null || value === '' ? null : String(value);
}

export function numberOf(draft: Draft | null, field: string): number | null {
  const value = draft?.standard.get(field);
  return typeof value === 'number' ? value : null;
}
