// Custom fields: an unknown name becomes a field on first use.

import type { EntityName } from '../../../contract/entities.ts';
import type { Issue } from '../../../contract/envelope.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { CustomField } from '../../../rules/records/fields.ts';
import type { Context } from '../../core/context.ts';
import { customFields, insertEmptyField } from './queries/fields.ts';

/** The custom fields of a workspace, by name, while a request writes them. */
export class WorkspaceCustomFields {
  readonly #byName: Readonly<Record<EntityName, Map<string, CustomField>>>;
  readonly #context: Context;

  constructor(fields: readonly CustomField[], context: Context) {
    const of = (entity: EntityName) =>
      new Map(fields.filter((field) => field.entity === entity).map((field) => [field.name, field]));
    this.#byName = { CONTACT: of('CONTACT'), COMPANY: of('COMPANY') };
    this.#context = context;
  }

  /** Creates missing fields. Returns an issue for each name beyond the limit. */
  async make(entity: EntityName, names: Iterable<string>, pathOf: (name: string) => string): Promise<Issue[]> {
    const known = this.#byName[entity];
    const { tx, principal, now } = this.#context;
    const issues: Issue[] = [];
    for (const name of names) {
      if (known.has(name)) continue;
      if (known.size >= LIMITS.customFields) issues.push(tooMany(pathOf(name)));
      else known.set(name, await insertEmptyField(tx, { workspaceId: principal.workspaceId, entity, name, now }));
    }
    return issues;
  }

  /** Converts values by field name to values by property key. */
  keyed<V>(entity: EntityName, values: ReadonlyMap<string, V>): Map<string, V> {
    const keyed = new Map<string, V>();
    for (const [name, value] of values) {
      const field = this.#byName[entity].get(name);
      if (field) keyed.set(field.key, value);
    }
    return keyed;
  }
}

function tooMany(path: string): Issue {
  return { path, code: 'too_many', message: `exceeds the limit of ${LIMITS.customFields} custom fields` };
}

export async function readCustomFields(context: Context): Promise<WorkspaceCustomFields> {
  return new WorkspaceCustomFields(await customFields(context.tx, context.principal.workspaceId), context);
}
