// The records of an action: read once, changed in memory, written once.

import type * as z from 'zod';
import type { OPTIONS } from '../../../../contract/actions/endpoints.ts';
import type { ActionType, Reason } from '../../../../contract/actions/enums.ts';
import type { EntityName } from '../../../../contract/entities.ts';
import { isObject } from '../../../../contract/json.ts';
import type { FieldValue } from '../../../../rules/records/items.ts';
import {
  addChangedFields,
  type EditableRecord,
  editableRecord,
  markChanged,
} from '../../../../rules/records/upsert/pending-record.ts';
import type { Context } from '../../../core/context.ts';
import { RECORD_SHAPES } from '../../records/queries/predicates.ts';
import { recordsById, writeRecords } from '../../records/queries/records.ts';
import { signalChanged } from '../../records/signals.ts';
import { applied } from '../../records/update.ts';

/** What an action of this type takes beside its records. */
export type ActionOptions<T extends ActionType> = z.output<(typeof OPTIONS)[T]>;

/** Values by field id; null removes a value. */
export type Changes = Readonly<Record<string, FieldValue | null>>;

export class Batch {
  readonly context: Context;
  /** Contacts of its companies that are exported in later slices. */
  later: AssociatedContacts | null = null;
  /** The existing records, and the companies of contacts. */
  readonly #records: Readonly<Record<EntityName, Map<number, EditableRecord>>> = {
    CONTACT: new Map(),
    COMPANY: new Map(),
  };

  constructor(context: Context) {
    this.context = context;
  }

  static async of(context: Context, entity: EntityName, ids: readonly number[]): Promise<Batch> {
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

  async read(entity: EntityName, ids: readonly number[]): Promise<void> {
    const known = this.#records[entity];
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    if (missing.length === 0) return;
    const { tx, principal } = this.context;
    for (const stored of await recordsById(tx, RECORD_SHAPES[entity], principal.workspaceId, missing)) {
      known.set(stored.id, editableRecord(stored));
    }
  }

  get(entity: EntityName, id: number): EditableRecord | null {
    return this.#records[entity].get(id) ?? null;
  }

  companyOf({ companyId }: EditableRecord): EditableRecord | null {
    return companyId === null ? null : this.get('COMPANY', companyId);
  }

  /** Returns whether anything changed. */
  set(entity: EntityName, draft: EditableRecord, changes: Changes): boolean {
    const { columns } = RECORD_SHAPES[entity];
    const changed = Object.entries(changes).flatMap((change) =>
      columns.has(change[0]) ? applied(draft.standard, [change]) : applied(draft.properties, [change]),
    );
    if (changed.length > 0) this.#note(draft, changed);
    return changed.length > 0;
  }

  link(contact: EditableRecord, companyId: number): void {
    if (contact.companyId === companyId) return;
    contact.companyId = companyId;
    this.#note(contact, ['companyId']);
  }

  #note(draft: EditableRecord, fields: readonly string[]): void {
    addChangedFields(draft, fields);
    markChanged(draft, this.context.now);
  }

  /** One outcome per id, in order; deleted records are skipped. */
  async each(
    entity: EntityName,
    ids: readonly number[],
    work: (draft: EditableRecord) => ActionOutcome | Promise<ActionOutcome>,
  ): Promise<ActionOutcome[]> {
    const outcomes: ActionOutcome[] = [];
    for (const id of ids) {
      const draft = this.get(entity, id);
      outcomes.push(draft === null ? skipped(id, 'RECORD_GONE') : await work(draft));
    }
    return outcomes;
  }

  async save(): Promise<void> {
    const { tx, principal } = this.context;
    for (const entity of ['COMPANY', 'CONTACT'] as const) {
      const changed = [...this.#records[entity].values()].filter(({ isChanged }) => isChanged);
      if (changed.length === 0) continue;
      await writeRecords(tx, RECORD_SHAPES[entity], principal.workspaceId, { added: [], changed });
      await signalChanged(this.context, entity, changed);
      for (const draft of changed) {
        draft.isChanged = false;
        draft.changedFields = null;
      }
    }
  }
}

export function textOf(draft: EditableRecord | null, field: string): string | null {
  const value = draft?.standard.get(field) ?? draft?.properties.get(field);
  return value === undefined || value === null || value === '' ? null : String(value);
}

export function numberOf(draft: EditableRecord | null, field: string): number | null {
  const value = draft?.standard.get(field);
  return typeof value === 'number' ? value : null;
}

/** Of one record. `SKIPPED`: nothing to do, or the input is missing; `FAILED`: tried without a result. */
export interface ActionOutcome {
  readonly id: number;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'SKIPPED';
  /** Null if it succeeded. */
  readonly reason: Reason | null;
  readonly credits: number;
  /** Contacts it created or merged. */
  readonly imported: readonly number[];
}

export function succeeded(id: number, credits: number, imported: readonly number[] = []): ActionOutcome {
  return { id, status: 'SUCCEEDED', reason: null, credits, imported };
}

/** Costs nothing. */
export function failed(id: number, reason: Reason): ActionOutcome {
  return { id, status: 'FAILED', reason, credits: 0, imported: [] };
}

export function skipped(id: number, reason: Reason): ActionOutcome {
  return { id, status: 'SKIPPED', reason, credits: 0, imported: [] };
}

/** Contacts of exported companies, the rest of which is exported in later slices. Plain JSON. */
export type AssociatedContacts = {
  readonly companyIds: readonly number[];
  /** Those with ids up to this one are exported. */
  readonly after: number;
  readonly associationType?: string;
  /** Of the context. */
  readonly causedBy?: readonly number[];
};

export function isAssociatedContacts(value: unknown): value is AssociatedContacts {
  return isObject(value) && Array.isArray(value['companyIds']) && typeof value['after'] === 'number';
}
