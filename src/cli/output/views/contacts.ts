import type { View } from '../formats/cells.ts';

export const contactView: View = {
  noun: 'contact',
  plural: 'contacts',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'firstName' },
    { key: 'lastName' },
    { key: 'jobTitle' },
    { key: 'company.name' },
    { key: 'professionalEmail' },
    { key: 'updatedAt', kind: 'time', isExtra: true },
  ],
};

/** What creating or merging one contact answers. */
export const contactResultView: View = {
  noun: 'contact',
  plural: 'contacts',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'contactOutcome' },
    { key: 'contactMatchedBy' },
    { key: 'firstName' },
    { key: 'lastName' },
    { key: 'companyId', kind: 'number' },
    { key: 'appUrl', kind: 'link' },
  ],
};

export const duplicateView: View = {
  noun: 'group',
  plural: 'duplicates',
  id: 'contactIds',
  columns: [{ key: 'size', kind: 'number' }, { key: 'values' }, { key: 'contactIds' }],
};
