// What the create answers about an item that was to merge.

import { getOwn } from '../../../../contract/dictionary.ts';
import { isObject } from '../../../../contract/json.ts';
import { CliError } from '../../../terminal/exit.ts';
import { harmless } from '../../../terminal/formats/cells.ts';
import type { Entity } from '../entity.ts';

/** Throws for an item that was refused, and for one that another record, or a new one, was made of. */
export function assertMerged({ noun, plural }: Entity, id: number, data: unknown, index: number): void {
  const results = isObject(data) && Array.isArray(data['results']) ? data['results'].filter(isObject) : [];
  const result = results.find((one) => one['index'] === index) ?? results[index];
  // An answer that says nothing of it: what is read back afterwards decides.
  if (result === undefined) return;
  if (result['success'] === false) {
    const { error } = result;
    const why = isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'refused by the service';
    throw new CliError('refused', 'invalid', harmless(why));
  }
  const record = getOwn(result, noun);
  const written = isObject(record) ? record['id'] : undefined;
  if (written === undefined || written === id) return;
  const isNew = isObject(record) && [record['contactOutcome'], record['outcome']].includes('CREATED');
  const what = isNew ? `created ${noun} ${String(written)}` : `changed ${noun} ${String(written)}`;
  throw new CliError('conflict', 'other_record', harmless(`the service ${what} instead of changing ${noun} ${id}`), {
    hint: `compare them: reach ${plural} show ${id}, reach ${plural} show ${harmless(String(written))}`,
  });
}
