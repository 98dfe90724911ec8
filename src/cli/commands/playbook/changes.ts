// Changes to a playbook as text for a person and as records for a program.

import type { PlaybookChange } from '../../../rules/playbook/differences.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';
import type { Paint } from '../../terminal/formats/colour.ts';

export const changeView = viewOf('change', 'changes', 'section change item fields', {
  id: 'item',
  alsoHas: 'renamedFrom',
});

/** Null where there is no value. */
export function changeRecord({ section, change, item, renamedFrom, fields }: PlaybookChange): Record<string, unknown> {
  return {
    section,
    change,
    item,
    ...(renamedFrom !== undefined && { renamedFrom }),
    fields: fields.map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null })),
  };
}

const SIGN = { create: '+', update: '~', delete: '-' } as const;

function linesOf(value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((one) => linesOf(one).map((line, at) => (at === 0 ? `• ${line}` : `  ${line}`)));
  return harmless(String(value)).replace(/\n$/, '').split('\n');
}

function fieldLines({ field, before, after }: PlaybookChange['fields'][number], paint: Paint): string[] {
  return [
    `    ${harmless(field)}`,
    ...linesOf(before).map((line) => paint.red(`    - ${line}`.trimEnd())),
    ...linesOf(after).map((line) => paint.green(`    + ${line}`.trimEnd())),
  ];
}

function changeLines({ section, item, change, renamedFrom, fields }: PlaybookChange, paint: Paint): string[] {
  const colour = { create: paint.green, update: paint.yellow, delete: paint.red }[change];
  const name = item === '' ? section : `${section}: ${harmless(item).replace(/\s+/g, ' ')}`;
  const from = renamedFrom === undefined ? '' : ` (renamed from "${harmless(renamedFrom)}", so it is a new item)`;
  const displayed = change === 'delete' ? [] : fields.flatMap((one) => fieldLines(one, paint));
  return [`${colour(`${SIGN[change]} ${name}`)}${from}`, ...displayed];
}

/** Each change with its fields, before and after. */
export function changesText(changes: readonly PlaybookChange[], paint: Paint): string {
  return changes
    .flatMap((change) => changeLines(change, paint))
    .map((line) => `${line}\n`)
    .join('');
}
