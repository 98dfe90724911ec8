import type { View } from '../../terminal/formats/cells.ts';

export const linkView: View = {
  noun: 'link',
  plural: 'links',
  id: 'appUrl',
  columns: [{ key: 'kind' }, { key: 'appUrl', kind: 'link' }],
};
