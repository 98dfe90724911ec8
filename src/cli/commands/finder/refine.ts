// reach finder refine: from a preview to a better one.

import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { previewView } from '../../shared/views/finder.ts';
import { UsageError } from '../../terminal/exit.ts';
import { previewIdOf } from './last.ts';
import { printPreview, textOf, tooLong } from './preview.ts';

export const refineCommand = does(
  () =>
    writes('refine', {
      summary: 'Refine a preview by feedback; creates a new preview and keeps the original',
      description: [
        'What you mention replaces what was asked before, unless you say "also", "not" or "remove".',
        'The refinement history is shown.',
      ].join('\n'),
      uses: [routes.finder.iterate, routes.finder.results],
      view: previewView,
      output: 'the new preview',
      exits: ['notFound'],
      examples: [
        ['reach finder refine last "only in Berlin, larger companies"', 'the last preview'],
        ['reach finder refine $ID "also heads of sales, not in banking" -o id', 'add and exclude; prints the new id'],
      ],
    })
      .argument('<preview>', 'id of the preview, or last')
      .argument('<feedback...>', 'what to change (- = standard input)'),
  async (session, preview, words, { dryRun }) => {
    const previewId = previewIdOf(session, preview);
    const feedback = await textOf(session, words);
    if (feedback === '') throw new UsageError('no feedback given', { hint: 'reach finder refine ID "only in Berlin"' });
    if (feedback.length > LIMITS.feedbackMax) throw tooLong('the feedback', feedback, LIMITS.feedbackMax);
    const request = { params: { previewId }, body: { feedback } };
    if (dryRun === true) return await printDryRun(session, planned(routes.finder.iterate, request));
    await printPreview(session, await (await session.api()).finder.iterate(request));
  },
);
