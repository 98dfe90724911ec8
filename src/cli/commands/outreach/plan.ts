import { Option } from 'commander';
import { displayedPath, type OutreachFolder, openFolder, whichFolder } from '../../outreach/folder/folder.ts';
import { OUTREACH_READS } from '../../outreach/folder/uses.ts';
import { makePlan } from '../../outreach/planning/make-plan.ts';
import { openOutreach, withFolderProfile } from '../../outreach/planning/open.ts';
import {
  blocking,
  isDrift,
  isToDo,
  planMarkdown,
  plannedRecord,
  planText,
  planView,
  summaryOf,
} from '../../outreach/planning/plan-text.ts';
import { saveFolder } from '../../outreach/planning/saved-plan.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import { openSession, type SavePlan, type Session } from '../../session/session.ts';
import { addSummary } from '../../shared/job-summary.ts';
import { CliError, type ExitName, UsageError } from '../../terminal/exit.ts';
import { fold } from '../../terminal/formats/width.ts';
import { fileCases, gitlabOf, junitText } from '../../terminal/problems/reports.ts';
import { isWords } from '../../terminal/settings.ts';
import { FOLDER, planOptionsOf, withSelection } from './options.ts';

const declare = () =>
  withSelection(
    reads('plan', {
      summary: 'Show what applying an outreach folder would do',
      description: [
        'Compares three sides of every resource: its file, the last applied state, and the workspace. + is created,',
        '~ updated, - deleted. ! blocks apply: drift was changed in the workspace, a conflict on both sides, and a protected',
        'campaign is no longer a draft. ? is no longer in any file. Checks the files as lint --online does. Writes nothing.',
      ].join('\n'),
      uses: OUTREACH_READS,
      view: planView,
      json: 'list',
      output:
        'each change, before and after; JSON: every resource with action, changes and conflicts; -o markdown for a pull request',
      exits: ['bad', 'conflict'],
      examples: [
        ['reach plan', 'the current folder, or outreach/'],
        ['reach plan outreach --profile staging --exit-code', 'in CI: exit 1 if there is something to apply'],
        ['reach plan --drift', 'every night: exit 1 if somebody changed the workspace'],
        ['reach plan -o markdown > plan.md', 'for a comment on a pull request'],
        ['reach plan --save-plan q3.plan && reach run-plan q3.plan', 'apply exactly the reviewed plan'],
        ['reach plan --target "campaign/Welcome new leads"', 'one resource'],
        ['reach plan --against twin', 'compare with a twin of the workspace, made by reach local clone'],
      ],
      completes: { folder: 'folder', '--against': 'profiles' },
    })
      .argument(...FOLDER)
      .option('--against <profile>', 'compare with the workspace of another profile, such as a twin')
      .addOption(
        new Option('--format <format>', 'what blocks apply as a report for CI').choices(['gitlab', 'junit'] as const),
      )
      .option('--drift', 'only what was changed in the workspace since; exit 1 if anything was')
      .option('--verbose', 'also the values of what is created')
      .option('--exit-code', 'exit 1 if there is something to apply')
      .option('--save-plan <file>', 'save the plan: reach run-plan FILE applies it, unless it is out of date'),
  );

/** What is wrong with the folder is what the plan found: exit 1. */
function foundByPlan(error: unknown): unknown {
  if (!(error instanceof CliError) || error.exit !== 'refused') return error;
  const { code, message, hint, details } = error;
  return new CliError('bad', code, message, { hint, details });
}

async function planFolder(
  session: Session,
  folder: OutreachFolder,
  options: OptionsOf<typeof declare>,
  { target, isOfSource = false }: { readonly target?: SavePlan | undefined; readonly isOfSource?: boolean } = {},
): Promise<ExitName> {
  const { io, print, settings } = session;
  const opened = await openOutreach(session, folder, options.lock, isOfSource);
  const selection = planOptionsOf(options, opened.folder);
  const compared = await session.progress('Comparing the folder with the workspace', () =>
    makePlan(session, opened, selection).catch((error: unknown) => {
      throw foundByPlan(error);
    }),
  );
  const planned = options.drift === true ? compared.filter(isDrift) : compared;
  const title = `Plan for ${opened.identity.name}`;
  // Reports name files as `lint` does, from where the command runs.
  const reported = planned.map((one) => ({ ...one, file: one.file && displayedPath(folder, one.file) }));
  if (options.format === 'gitlab') await print.text(`${JSON.stringify(gitlabOf(blocking(reported)), null, 2)}\n`);
  else if (options.format === 'junit') {
    const files = reported.flatMap(({ file }) => file ?? []);
    await print.text(junitText('reach plan', fileCases(files, blocking(reported), true)));
  } else if (settings.output === 'markdown') await print.text(planMarkdown(planned, title));
  else if (isWords(settings)) {
    const text = planText(planned, print.paint.stdout, options.verbose === true);
    await print.text(io.stdout.isTTY ? await fold(text, io.stdout.columns) : text);
  } else await print.list(planView, planned.map(plannedRecord));
  await addSummary(session, planMarkdown(planned, title));
  if (target !== undefined) await saveFolder(session, target, opened.wanted, compared, folder, options.lock, selection);
  await print.note(planned.length === 0 && options.drift === true ? 'no drift' : summaryOf(planned));
  const { planLine } = await import('../../outreach/forecast/forecasts.ts');
  const lock = options.lock ?? session.profile().name;
  const line = options.drift === true ? null : await planLine(session, planned, { folder, lock, options: selection });
  if (line !== null) await print.note(line);
  const isBad = options.drift === true ? planned.length > 0 : options.exitCode === true && planned.some(isToDo);
  return !opened.workspace.isWhole || isBad ? 'bad' : 'done';
}

export const planCommand = does(declare, async (session, named, options) => {
  const folder = await openFolder(session.io, whichFolder(session.io, named));
  const { savePlan: target } = session;
  if (options.against === undefined)
    return await withFolderProfile(session, folder, (own) => planFolder(own, folder, options, { target }));
  if (target !== undefined) throw new UsageError('--save-plan and --against exclude each other');
  const usual = await withFolderProfile(session, folder, async (own) => own.profile().name);
  const other = await openSession(session.host, { ...session.flags, profile: options.against });
  try {
    // A twin has the ids of its source, and so that one's lock is its own.
    const isTwin = other.profile().twin !== null;
    const asked = isTwin ? { ...options, lock: options.lock ?? usual } : options;
    return await planFolder(other, folder, asked, { isOfSource: isTwin });
  } finally {
    await other.close();
  }
});
