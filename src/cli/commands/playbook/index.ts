import { Argument } from 'commander';
import { getOwn, isObject, type JsonObject, listIn } from '../../../contract/json.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection, READ_AS } from '../../../contract/playbook/sections.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { itemName, otherFields } from '../../../rules/playbook/change.ts';
import { contentOf, keptOf } from '../../../rules/playbook/content.ts';
import { planUpdate } from '../../../rules/playbook/plan-update.ts';
import { playbookProblems, readPlaybook } from '../../files/playbook-file.ts';
import { asksFirst, type BuildGroup, does, groupByVerb, reads, writesFile } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { withExpect } from '../../shared/effects/expected.ts';
import { playbookFiles } from '../../shared/file-kind/playbook.ts';
import { exportFile, withExportFile } from '../../shared/file-kind/starter-file.ts';
import { type LintOptions, printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusedFile } from '../../shared/lint/refused-file.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { plainCell } from '../../terminal/formats/cells.ts';
import { isWords, printsWhole } from '../../terminal/settings.ts';
import { changeRecord, changesText, changeView } from './changes.ts';
import { editCommand } from './edit.ts';
import {
  countView,
  intentOfFile,
  livePlaybook,
  placeInFile,
  playbookView,
  printResult,
  RefusedUpdate,
  reportLeftovers,
  type SendChangesOptions,
  sendChanges,
  validContent,
} from './send-changes.ts';

async function apply(session: Session, name: string, options: SendChangesOptions): Promise<void> {
  const file = await readPlaybook(session.io, name);
  const live = await livePlaybook(await session.api());
  const intent = intentOfFile(await validContent(session, file, live));
  try {
    await printResult(session, await sendChanges(session, live, intent, options));
  } catch (error) {
    if (!(error instanceof RefusedUpdate)) throw error;
    const problems = refusedProblems(file, error.refusal, placeInFile(file, error.body));
    throw problems === null ? error.refusal : await refusedFile(session, file, problems);
  }
}

const applyCommand = does(
  () =>
    withExpect(
      asksFirst('apply', {
        summary: 'Apply a playbook file to the workspace',
        description: [
          'Sends only differences: changed fields of changed items, and new items. What the file does not mention stays;',
          'items that it does not list are removed only with --prune. The change is shown and must be confirmed; if someone',
          'else changes the playbook in the meantime, nothing is sent. More than 50 items of a section go in several',
          'requests, one after another.',
        ].join(' '),
        checks: true,
        uses: [routes.playbook.update, routes.playbook.get],
        view: countView,
        json: 'list',
        output: 'one row per section: number of items created, updated, restored, deleted',
        exits: ['notFound', 'conflict'],
        replaces: true,
        examples: [
          ['reach playbook apply playbook.yaml', 'shows the change and asks for confirmation'],
          ['reach playbook apply playbook.yaml --yes --prune', 'in CI: make the playbook match the file'],
          ['reach playbook apply playbook.yaml --dry-run --json', 'what would change; nothing is sent'],
        ],
      })
        .argument('<file>', 'playbook file (- = standard input)')
        .option('--prune', 'in the sections of the file, remove items that it does not list'),
    ),
  apply,
);

const PARTS = ['company', ...PLAYBOOK_SECTIONS, 'idealCompanies'] as const;
type PlaybookPart = (typeof PARTS)[number];

const listOf = (playbook: JsonObject, name: string): readonly JsonObject[] =>
  listIn(getOwn(playbook, name)).filter(isObject);

function rowsOf(playbook: JsonObject, part: PlaybookPart): Record<string, unknown>[] {
  if (part === 'company') {
    const { company } = contentOf(keptOf(playbook));
    return Object.entries(company).map(([item, text]) => ({ section: part, id: null, item, text }));
  }
  if (part === 'idealCompanies') {
    return listOf(playbook, part).map((company) => ({
      section: part,
      id: getOwn(company, 'id'),
      item: getOwn(company, 'name'),
      text: getOwn(company, 'idealCustomerProfile'),
    }));
  }
  return listOf(playbook, READ_AS[part]).map((item) => ({
    section: part,
    id: getOwn(item, 'id'),
    item: itemName(part, item),
    text: textOf(part, item),
  }));
}

function textOf(section: PlaybookSection, item: JsonObject): string {
  const main = getOwn(item, 'isMainProduct') === true ? ['main product'] : [];
  const texts = otherFields(section).filter((field) => field !== 'isMainProduct');
  return [...main, ...texts.map((field) => plainCell(getOwn(item, field)))].filter((text) => text !== '').join('; ');
}

async function show(session: Session, only: PlaybookPart | undefined): Promise<void> {
  const playbook: unknown = await (await session.api()).playbook.get();
  if (!isObject(playbook)) return;
  if (printsWhole(session.settings)) {
    if (only === undefined) return await session.print.record(playbookView, playbook);
    const value = getOwn(playbook, only === 'company' || only === 'idealCompanies' ? only : READ_AS[only]);
    if (Array.isArray(value)) await session.print.list(playbookView, value);
    else await session.print.record(playbookView, value);
    return;
  }
  const parts = only === undefined ? PARTS : [only];
  const rows = parts.flatMap((section) => rowsOf(playbook, section));
  // A company field has no id to print.
  await session.print.list(
    playbookView,
    session.settings.output === 'id' ? rows.filter(({ id }) => id !== null) : rows,
  );
}

const showCommand = does(
  () =>
    reads('show', {
      summary: 'Show the playbook or one section of it',
      uses: [routes.playbook.get],
      view: playbookView,
      json: [{ record: routes.playbook.get }, 'list', 'record'],
      output: 'one row per company field or item; JSON is the playbook as the service returns it',
      exits: ['notFound'],
      examples: [
        ['reach playbook show', 'the whole playbook'],
        ['reach playbook show faqs', 'one section'],
        ['reach playbook show --json --fields company,idealCompanies', 'for a script'],
      ],
    }).addArgument(new Argument('[section]', 'only this section').choices(PARTS)),
  (session, section) => show(session, section),
);

const declareExport = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write the playbook as a file',
      description:
        'Leaves out what can only be read (ids, ideal companies, filters). Applied to an empty workspace, the file creates an equal playbook.',
      uses: [routes.playbook.get],
      json: 'record',
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      replaces: true,
      examples: [
        ['reach playbook export > playbook.yaml', 'to standard output'],
        ['reach playbook export --file playbook.yaml', 'to a file, with the schema for editors beside it'],
      ],
    }),
  );

const exportCommand = does(declareExport, async (session, options) => {
  const live = await livePlaybook(await session.api());
  await exportFile(session, playbookFiles, { live, what: 'the playbook', view: playbookView }, options);
});

async function lint(session: Session, names: readonly string[], options: LintOptions): Promise<ExitName> {
  const files = await readAll(names, (name) => readPlaybook(session.io, name));
  const found = await Promise.all(files.map((file) => playbookProblems(file, undocumentedRules(session))));
  return await printLint(session, files, found.flat(), options);
}

const lintCommand = does(
  () =>
    withLintOptions(
      reads('lint', {
        summary: 'Find all problems in playbook files',
        description: [
          'Checks offline, with the rules of the service itself: sections, match keys, fields, one main product.',
          'Fields that a new item needs are only a warning, as the item may exist already; diff and apply know.',
        ].join(' '),
        json: 'problems',
        output:
          'one problem after another: file:line:col, message, path, the line with a caret; JSON: the array of problems',
        exits: ['bad'],
        examples: [
          ['reach playbook lint playbook.yaml', 'one file'],
          ['reach playbook lint --strict --format github playbooks/*.yaml', 'in CI; fails on warnings, too'],
          ['cat playbook.yaml | reach playbook lint -', 'standard input'],
        ],
      }).argument('<file...>', 'playbook files, YAML or JSON (- = standard input)'),
    ),
  lint,
);

const declareDiff = () =>
  reads('diff', {
    summary: 'Show what applying a file would change',
    description:
      'Sections, items and fields that the file does not mention stay as they are. What no update can do is reported on stderr.',
    uses: [routes.playbook.get],
    view: changeView,
    json: 'list',
    output: 'each change, before and after; JSON: the array of changes',
    exits: ['bad', 'notFound'],
    examples: [
      ['reach playbook diff playbook.yaml', 'before applying it'],
      ['reach playbook diff playbook.yaml --prune --exit-code', 'in CI: exit 1 if there are changes to apply'],
    ],
  })
    .argument('<file>', 'playbook file (- = standard input)')
    .option('--prune', 'include the removal of items that the file does not list')
    .option('--exit-code', 'exit 1 if there are changes');

const diffCommand = does(declareDiff, async (session, name, { prune, exitCode }) => {
  const { print, settings } = session;
  const file = await readPlaybook(session.io, name);
  const live = await livePlaybook(await session.api());
  const { content } = intentOfFile(await validContent(session, file, live)).wantedOf(live);
  const plan = planUpdate(live, content, { prune: prune === true });
  if (isWords(settings)) await print.text(changesText(plan.changes, print.paint.stdout));
  else await print.list(changeView, plan.changes.map(changeRecord));
  await reportLeftovers(session, plan);
  if (plan.changes.length === 0) await print.note('no differences');
  return exitCode === true && plan.changes.length > 0 ? 'bad' : 'done';
});

export const playbook: BuildGroup = (deps) =>
  groupByVerb(deps, {
    show: showCommand,
    export: exportCommand,
    lint: lintCommand,
    diff: diffCommand,
    apply: applyCommand,
    edit: editCommand,
  });
