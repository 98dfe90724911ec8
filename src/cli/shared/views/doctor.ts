import { viewOf } from '../../terminal/formats/cells.ts';

export const checkView = viewOf('check', 'checks', 'status check:word message:prose hint:prose:sparse', {
  id: 'check',
  titles: { hint: 'what to do' },
});

export const differenceView = viewOf('difference', 'differences', 'request part ours theirs kind', {
  id: 'request',
  alsoHas: 'undocumented isNeeded',
  titles: { ours: 'reach', theirs: 'service' },
});
