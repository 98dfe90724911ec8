// Contacts and companies that are created, or merged into those that are there.

import { isId } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Change, ChangedKind } from './change.ts';
import { bodyOf, labelOf, type RecordedRoute, recordIn } from './recorded-route.ts';

const KINDS = { CONTACT: 'contact', COMPANY: 'company' } as const satisfies Record<string, ChangedKind>;
const NO_DELETE = 'the API cannot delete companies';

/** `key`: where a bulk has its items; null for a single one. */
export function mergedRecords(entity: 'CONTACT' | 'COMPANY', key: 'contacts' | 'companies' | null): RecordedRoute {
  const kind = KINDS[entity];
  const lasting = entity === 'COMPANY' ? { lasting: NO_DELETE } : {};
  const itemsOf = (body: JsonObject): readonly unknown[] => {
    const items = key === null ? [body] : body[key];
    return Array.isArray(items) ? items : [];
  };
  const resultOf = (result: unknown): JsonObject =>
    key === null ? recordIn(result) : recordIn(recordIn(result)[kind]);
  return {
    changes: (input) => {
      const count = itemsOf(bodyOf(input)).length;
      return [{ kind, id: null, is: 'created', count, ...lasting }];
    },
    answered: (input, data) => {
      const results = key === null ? [data] : recordIn(data)['results'];
      const items = itemsOf(bodyOf(input));
      return (Array.isArray(results) ? results : []).flatMap((result, index): Change[] => {
        const record = resultOf(result);
        const { id } = record;
        if (!isId(id)) return [];
        const outcome = record['contactOutcome'] ?? record['outcome'];
        const head = { kind, id, ...labelOf(record) };
        if (outcome === 'CREATED' || outcome === undefined) return [{ ...head, is: 'created', ...lasting }];
        if (outcome === 'MERGED_NOOP') return [];
        const sent = items[index];
        return [
          { ...head, is: 'updated', unread: `the values before could not be read: ${fieldsOf(sent).join(', ')}` },
        ];
      });
    },
  };
}

const fieldsOf = (item: unknown): string[] =>
  isObject(item) ? Object.keys(item).filter((name) => name !== 'listId' && name !== 'mergeWithExisting') : [];
