// The finder, and enrichment runs.

import { all, HIDDEN_PATH, notes, prints, stores } from './proof.ts';
import { AFTER_SYNC, type Row } from './row.ts';

const FILE = 'contactIds: [{ada}]\nactions:\n  - type: VERIFY_LEAD_EMAIL\n';

export const FINDER_ROWS: readonly Row[] = [
  {
    command: 'finder preview',
    argv: '"CFOs in Paris" --json',
    proof: all(
      stores('one more', ({ previews }) => previews.length === 2 && previews[1]?.['userInput'] === 'CFOs in Paris'),
      prints('000000000002'),
    ),
    modes: { strict: AFTER_SYNC, renamed: AFTER_SYNC },
  },
  {
    command: 'finder refine',
    argv: '{preview} "only large ones" --json',
    proof: all(
      stores('one more', ({ previews }) => previews.length === 2 && previews[1]?.['previousPreviewId'] !== undefined),
      prints('000000000002'),
    ),
  },
  { command: 'finder results', argv: '{preview}', proof: prints('Person 0') },
  { command: 'finder results', argv: '{preview} --all', proof: prints('Person 0', 'Person 11') },
  {
    command: 'finder import',
    argv: '{preview} --list {list} --watch --exit-status',
    proof: stores('one run', ({ actions }) => actions.length === 2),
    modes: HIDDEN_PATH,
  },
  { command: 'finder filters', argv: '', proof: prints('41', 'CTOs') },
  {
    command: 'action run',
    argv: '--type VERIFY_LEAD_EMAIL --contacts {ada} --watch --exit-status',
    proof: all(
      stores('one run', ({ actions }) => actions.length === 2),
      prints('COMPLETED'),
    ),
    modes: HIDDEN_PATH,
  },
  { command: 'action status', argv: '{actions}', proof: prints('{actions}'), modes: HIDDEN_PATH },
  { command: 'action run-records', argv: '{actions}', proof: prints('10', '11'), modes: HIDDEN_PATH },
  { command: 'action watch', argv: '{actions} --exit-status', proof: prints('COMPLETED'), modes: HIDDEN_PATH },
  { command: 'action types', argv: '', proof: prints('VERIFY_LEAD_EMAIL') },
  { command: 'action lint', argv: 'enrich.yaml', files: { 'enrich.yaml': FILE }, proof: notes('') },
];
