// reach finder.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { SAVED_FILTER_TYPES } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, does, groupByVerb, reads, writes } from '../../session/command.ts';
import { openWords } from '../../session/open-words.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { previewView, savedFilterView } from '../../shared/views/finder.ts';
import { UsageError } from '../../terminal/exit.ts';
import { importCommand } from './import.ts';
import { previewCommand, printPreview, textOf, tooLong } from './preview.ts';
import { previewIdOf, resultsCommand } from './results.ts';

const filtersCommand = does(
  () =>
    withLimit(
      reads('filters', {
        summary: 'List the saved filters of the workspace',
        uses: [routes.savedFilters.list],
        view: savedFilterView,
        output: 'one row per filter: id, name, what it finds',
        examples: [
          ['reach finder filters', 'all saved filters'],
          ['reach finder filters --type LEAD -o id', 'only those that find contacts'],
        ],
      }).addOption(openWords(new Option('--type <type>', 'only filters of this type').choices(SAVED_FILTER_TYPES))),
    ),
  async (session, { type, ...limits }) => {
    const { call } = await session.client();
    const query = type === undefined ? {} : { type };
    await printListing(session, savedFilterView, limits, (paging) =>
      listPages(call, 'savedFilters', 'list', { query }, paging),
    );
  },
);

const refineCommand = does(
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
        ['reach finder refine last "only in Berlin, more than 500 employees"', 'the last preview'],
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

export const finder: BuildGroup = (deps) =>
  groupByVerb(deps, {
    preview: previewCommand,
    refine: refineCommand,
    results: resultsCommand,
    import: importCommand,
    filters: filtersCommand,
  });
