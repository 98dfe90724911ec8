import type { View } from '../formats/cells.ts';

export const contactView: View = {
  noun: 'contact',
  plural: 'contacts',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'firstName', title: 'first name' },
    { key: 'lastName', title: 'last name' },
    { key: 'jobTitle', title: 'job title' },
    { key: 'company.name', title: 'company' },
    { key: 'professionalEmail', title: 'e-mail' },
    { key: 'updatedAt', title: 'updated', kind: 'time' },
  ],
};

/** What creating or merging one contact answers. */
export const contactResultView: View = {
  noun: 'contact',
  plural: 'contacts',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'contactOutcome', title: 'outcome' },
    { key: 'contactMatchedBy', title: 'matched by' },
    { key: 'firstName', title: 'first name' },
    { key: 'lastName', title: 'last name' },
    { key: 'companyId', title: 'company', kind: 'number' },
    { key: 'appUrl', title: 'link', kind: 'link' },
  ],
};

export const duplicateView: View = {
  noun: 'group',
  plural: 'duplicates',
  id: 'contactIds',
  columns: [
    { key: 'size', title: 'size', kind: 'number' },
    { key: 'values', title: 'values' },
    { key: 'contactIds', title: 'contacts' },
  ],
};
