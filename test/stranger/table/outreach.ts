// The playbook, and a workspace kept in a folder.

import { all, notes, prints, sends, stores, writes } from './proof.ts';
import { AFTER_SYNC, degraded, type Row } from './row.ts';

const PLAYBOOK = 'faqs:\n  - question: Price?\n    answer: Ten.\n  - question: Trial?\n    answer: Yes.\n';
const both = stores('one changed, one new', ({ playbook }) => {
  const faqs = playbook.get('faqs') ?? [];
  return faqs.length === 2 && faqs[0]?.['answer'] === 'Ten.' && faqs[1]?.['answer'] === 'Yes.';
});
const files = { 'playbook.yaml': PLAYBOOK };
/** Lists cannot be read: they are left alone, and the rest is done. */
const NO_LISTS = degraded('list: not read, so left alone');
const LISTS_HIDDEN: NonNullable<Row['modes']> = { strict: NO_LISTS, renamed: AFTER_SYNC };
const VARIABLE = 'name: Fresh\nentity: CONTACT\nprompt: Sum up {jobTitle}.\n';

export const OUTREACH_ROWS: readonly Row[] = [
  { command: 'playbook show', argv: '', proof: prints('Price?') },
  { command: 'playbook show', argv: 'faqs --json', proof: prints('It depends.') },
  { command: 'playbook export', argv: '--no-schema', proof: prints('Price?', 'It depends.') },
  { command: 'playbook lint', argv: 'playbook.yaml', files, proof: notes('') },
  { command: 'playbook diff', argv: 'playbook.yaml', files, proof: prints('Trial?') },
  { command: 'playbook apply', argv: 'playbook.yaml --yes', files, proof: both },
  { command: 'playbook edit', argv: '--input playbook.yaml --yes', files, proof: both },
  {
    command: 'pull',
    argv: 'outreach',
    modes: LISTS_HIDDEN,
    proof: all(notes(''), (seen) => {
      if (!seen.file('outreach/playbook.yaml').includes('Price?')) throw new Error('no playbook in the folder');
    }),
  },
  {
    command: 'plan',
    argv: 'outreach --json',
    before: ['pull outreach'],
    modes: LISTS_HIDDEN,
    proof: (seen) => {
      const planned = seen.json();
      if (!Array.isArray(planned) || planned.length === 0 || planned.some(({ action }) => action !== 'unchanged'))
        throw new Error(`right after a pull there is something to do: ${seen.stdout}`);
    },
  },
  {
    command: 'plan',
    argv: 'outreach --exit-code',
    before: ['pull outreach'],
    modes: LISTS_HIDDEN,
    files: { 'outreach/ai-variables/fresh.yaml': VARIABLE },
    code: 1,
    proof: prints('Fresh'),
  },
  {
    command: 'apply',
    argv: '--folder outreach --yes',
    before: ['pull outreach'],
    modes: { strict: NO_LISTS, renamed: NO_LISTS },
    files: { 'outreach/ai-variables/fresh.yaml': VARIABLE },
    proof: all(
      sends('POST', /^\/v1\/ai-variables$/),
      stores(
        'one more variable, and nothing else',
        ({ variables, campaigns, workflows, lists }) =>
          variables.length === 2 && campaigns.length === 2 && workflows.length === 3 && lists.length === 2,
      ),
    ),
  },
  { command: 'init outreach', argv: 'fresh', proof: writes('fresh/playbook.yaml', '') },
  { command: 'lint', argv: 'fresh', before: ['init outreach fresh'], proof: notes('') },
  {
    command: 'campaign forecast',
    argv: '"Newsletter welcome" --list Newsletter --json',
    proof: prints('"messages"'),
    local: true,
  },
  { command: 'workflow forecast', argv: '"Newsletter, verified" --json', proof: prints('"runs":1'), local: true },
  { command: 'test', argv: 'fresh --json', before: ['init outreach fresh'], proof: prints('"status"'), local: true },
];
