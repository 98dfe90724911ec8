// Which of the standard fields are booleans: on the command line `isInCRM=true` means a boolean there.

import { STANDARD_FIELDS } from '../../../rules/records/fields.ts';

/** Whether a filter of this name takes a boolean. */
export function isBooleanField(name: string): boolean {
  return [...STANDARD_FIELDS.CONTACT, ...STANDARD_FIELDS.COMPANY].some(
    ({ id, dataType }) => id === name && dataType === 'boolean',
  );
}
