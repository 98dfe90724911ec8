// By what contacts count as duplicates: `--by` and `--list`, declared once.

import type { Command, OptionValues } from 'commander';
import { LIMITS } from '../../../contract/limits.ts';
import { UsageError } from '../../terminal/exit.ts';

const KNOWN = ['fullName', 'professionalEmail', 'networkUrl', 'contactCRMId', 'leadCRMId'];

export const withDuplicateFields = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--by <fields>', `1 to ${LIMITS.duplicateFields} of ${KNOWN.join(', ')}`, 'fullName')
    .option('--list <name|id>', 'only groups that touch this list');

/** Throws UsageError. */
export function duplicateFieldsOf(text: string): string[] {
  const fields = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = fields.filter((name) => !KNOWN.includes(name) && name !== 'linkedinUrl');
  if (unknown.length > 0) {
    throw new UsageError(`--by: unknown ${unknown.join(', ')}`, {
      hint: `1 to ${LIMITS.duplicateFields} of ${KNOWN.join(', ')}`,
    });
  }
  return fields;
}
