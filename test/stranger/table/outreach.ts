// The playbook, and a workspace kept in a folder.

import { all, notes, prints, sends, stores, writes } from './proof.ts';
import { degraded, notPossible, type Row, row } from './row.ts';

const PLAYBOOK = 'faqs:\n  - question: Price?\n    answer: Ten.\n  - question: Trial?\n    answer: Yes.\n';
const both = stores('one changed, one new', ({ playbook }) => {
  const faqs = playbook.get('faqs') ?? [];
  return faqs.length === 2 && faqs[0]?.['answer'] === 'Ten.' && faqs[1]?.['answer'] === 'Yes.';
});
const files = { 'playbook.yaml': PLAYBOOK };
/** Lists cannot be read: they are left alone, and the rest is done. */
const NO_LISTS = degraded('list: not read, so left alone');
const LISTS_HIDDEN: NonNullable<Row['modes']> = { strict: NO_LISTS };
const VARIABLE = 'name: Fresh\nentity: CONTACT\nprompt: Sum up {jobTitle}.\n';

const NO_COPY = notPossible(2, 'reach local clone');
/** A forecast runs a copy of the store ahead: of another service, that of its twin. */
const ONLY_COPIES: NonNullable<Row['modes']> = { strict: NO_COPY, renamed: NO_COPY };

export const OUTREACH_ROWS: readonly Row[] = [
  row('playbook show', '', prints('Price?')),
  row('playbook show', 'faqs --json', prints('It depends.')),
  row('playbook export', '--no-schema', prints('Price?', 'It depends.')),
  row('playbook lint', 'playbook.yaml', notes(''), { files }),
  row('playbook diff', 'playbook.yaml', prints('Trial?'), { files }),
  row('playbook apply', 'playbook.yaml --yes', both, { files }),
  row('playbook edit', '--input playbook.yaml --yes', both, { files }),
  row(
    'pull',
    'outreach',
    all(notes(''), (seen) => {
      if (!seen.file('outreach/playbook.yaml').includes('Price?')) throw new Error('no playbook in the folder');
    }),
    { modes: LISTS_HIDDEN },
  ),
  row(
    'plan',
    'outreach --json',
    (seen) => {
      const planned = seen.json();
      if (!Array.isArray(planned) || planned.length === 0 || planned.some(({ action }) => action !== 'unchanged'))
        throw new Error(`right after a pull there is something to do: ${seen.stdout}`);
    },
    { before: ['pull outreach'], modes: LISTS_HIDDEN },
  ),
  row('plan', 'outreach --exit-code', prints('Fresh'), {
    before: ['pull outreach'],
    modes: LISTS_HIDDEN,
    files: { 'outreach/ai-variables/fresh.yaml': VARIABLE },
    code: 1,
  }),
  row(
    'apply',
    '--folder outreach --yes',
    all(
      sends('POST', /^\/v1\/ai-variables$/),
      stores(
        'one more variable, and nothing else',
        ({ variables, campaigns, workflows, lists }) =>
          variables.length === 2 && campaigns.length === 2 && workflows.length === 3 && lists.length === 2,
      ),
    ),
    {
      before: ['pull outreach'],
      modes: LISTS_HIDDEN,
      files: { 'outreach/ai-variables/fresh.yaml': VARIABLE },
    },
  ),
  row('init outreach', 'fresh', writes('fresh/playbook.yaml', '')),
  row('lint', 'fresh', notes(''), { before: ['init outreach fresh'] }),
  row('campaign forecast', '{campaign} --list {list}', prints(''), { modes: ONLY_COPIES, local: true }),
  row('workflow forecast', '{workflow}', prints(''), { modes: ONLY_COPIES, local: true }),
  row('test', 'fresh --json', prints('"status"'), { before: ['init outreach fresh'], local: true }),
];
