// Whether a contact is still what was shown.

import { own } from '../../../contract/dictionary.ts';
import type { FieldValue } from '../../../rules/records/items.ts';
import { filledValue, type ReadContact } from '../../../rules/records/resolve-duplicates.ts';
import type { ListOrCampaign, ShownContact } from './group.ts';

/** Changes with everything, and is nothing that a person decides by. */
const PASSING: ReadonlySet<string> = new Set(['updatedAt']);

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  return JSON.stringify(value);
}

/** The first field in which two readings differ; null for none. */
function differingField(before: ReadContact, now: ReadContact): string | null {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  for (const key of keys) {
    if (!PASSING.has(key) && textOf(own(before, key)) !== textOf(own(now, key))) return key;
  }
  return null;
}

const idsOf = (holders: readonly ListOrCampaign[]): string =>
  holders
    .map(({ id }) => String(id))
    .toSorted()
    .join();

/** What is no longer as it was shown; null where everything is. */
export function changeIn(before: ShownContact, now: ShownContact | undefined): string | null {
  if (now === undefined) return `contact ${before.id} is no longer there`;
  const field = differingField(before.record, now.record);
  if (field !== null) return `contact ${before.id} has changed since (${field})`;
  for (const kind of ['lists', 'campaigns'] as const)
    if (idsOf(before.holders[kind]) !== idsOf(now.holders[kind]))
      return `the ${kind} of contact ${before.id} have changed since`;
  return null;
}

/** As `changeIn`, for the one that stays, of which we may have changed these fields already. */
export function changeBesides(
  before: ShownContact,
  now: ShownContact | undefined,
  set: Readonly<Record<string, FieldValue>>,
  editable: readonly string[],
): string | null {
  if (now === undefined) return `contact ${before.id} is no longer there`;
  const isAsExpected = (field: string) => {
    const value = filledValue(now.record, field);
    return value === filledValue(before.record, field) || (Object.hasOwn(set, field) && value === own(set, field));
  };
  const field = editable.find((name) => !isAsExpected(name));
  return field === undefined ? null : `contact ${before.id} has changed since (${field})`;
}
