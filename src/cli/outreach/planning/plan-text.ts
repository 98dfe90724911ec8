// A plan as a person reads it, on a terminal and in a pull request, and as a program does.

import { largest } from '../../../contract/extremes.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { canonical, type ValueChange } from '../../../rules/outreach/compare.ts';
import { type Conflict, piecesOf } from '../../../rules/outreach/merge.ts';
import { ACTIONS, type Planned, type PlannedAction } from '../../../rules/outreach/plan.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';
import type { Paint } from '../../terminal/formats/colour.ts';
import { htmlText, markdownCell, markdownHead, markdownRow } from '../../terminal/formats/markdown.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

export const planView = viewOf('resource', 'resources', 'action kind name file note', {
  id: 'key',
  alsoHas: 'key id renamedFrom clone changes conflicts',
});

/** Plain data: null for no value. */
export function plannedRecord(planned: Planned): Record<string, unknown> {
  const { action, kind, name, key, id, file, note, renamedFrom, isClone, changes, conflicts } = planned;
  return {
    ...{ action, kind, name, key, id, file, note },
    ...(renamedFrom !== null && { renamedFrom }),
    ...(isClone && { clone: true }),
    changes: changes.map(({ path, before = null, after = null }) => ({ path, before, after })),
    ...(conflicts.length > 0 && {
      conflicts: conflicts.map(({ path, base = null, theirs = null, ours = null }) => ({
        ...{ path, base, workspace: theirs, file: ours },
      })),
    }),
  };
}

const WORDS: Readonly<Record<PlannedAction, readonly [sign: string, text: string]>> = {
  create: ['+', 'to create'],
  update: ['~', 'to update'],
  delete: ['-', 'to delete'],
  drift: ['!', 'drifted'],
  conflict: ['!', 'in conflict'],
  protected: ['!', 'protected'],
  kept: ['?', 'in no file any more'],
  forget: ['?', 'to forget'],
  unchanged: ['=', 'unchanged'],
};
const signOf = (action: PlannedAction) => WORDS[action][0];
const textOfAction = (action: PlannedAction) => WORDS[action][1];

/** `2 to create, 1 unchanged`; an empty plan says so. */
export function summaryOf(planned: readonly Planned[]): string {
  const counts = ACTIONS.map((action) => [action, planned.filter((one) => one.action === action).length] as const);
  const parts = counts.filter(([, count]) => count > 0).map(([action, count]) => `${count} ${textOfAction(action)}`);
  return parts.length === 0 ? 'nothing here, and nothing there' : parts.join(', ');
}

/** Whether applying would do, or refuse, anything; notes need nothing done. */
export function isToDo({ action }: Planned): boolean {
  return action !== 'unchanged' && action !== 'kept' && action !== 'forget';
}

/** What was changed in the workspace since it was last applied. */
export const isDrift = ({ action }: Planned): boolean => action === 'drift' || action === 'conflict';

/** What apply would refuse, as problems of the files. */
export const blocking = (planned: readonly Planned[]): FileProblem[] =>
  planned
    .filter(({ action }) => signOf(action) === '!')
    .map(({ action, key, name, file, note }) => ({
      ...{ file: file ?? key, line: 1, column: 1, endLine: 1, endColumn: 1, path: '' },
      ...{ code: action, severity: 'error', message: `${name}: ${note ?? textOfAction(action)}` },
    }));

/** Whether anything is other than it should be. */
function isPending({ action }: Planned): boolean {
  return action !== 'unchanged';
}

function textOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return harmless(text).replace(/\n$/, '').split('\n');
}

interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** The lines of a value that changed, with one line around them. */
function diffLines({ before, after }: Pick<ValueChange, 'before' | 'after'>): DiffLine[] {
  const pieces = piecesOf(textOf(before), textOf(after));
  return pieces.flatMap((piece, index): DiffLine[] => {
    if ('same' in piece) {
      const [isFirst, isLast] = [index === 0, index === pieces.length - 1];
      const around = piece.same.filter((_, at) => (!isFirst && at === 0) || (!isLast && at === piece.same.length - 1));
      return around.map((text) => ({ sign: ' ', text }));
    }
    return [
      ...piece.before.map((text): DiffLine => ({ sign: '-', text })),
      ...piece.after.map((text): DiffLine => ({ sign: '+', text })),
    ];
  });
}

function titleOf({ action, key, file, note, renamedFrom }: Planned): string {
  const where = file === null ? '' : `  ${file}`;
  const from = renamedFrom === null ? '' : `, was ${renamedFrom}`;
  const why = note === null ? '' : `\n    ${harmless(note)}`;
  const word = ['drift', 'conflict', 'protected', 'kept', 'forget'].includes(action) ? `${action}: ` : '';
  return `${signOf(action)} ${word}${harmless(key)}${harmless(from)}${harmless(where)}${why}`;
}

const isWhole = ({ path }: ValueChange) => path === '';

/** What a conflict shows with all its sides. */
const isInConflict = ({ conflicts }: Planned, { path }: ValueChange) =>
  conflicts.some((one) => path === one.path || path.startsWith(`${one.path}.`) || path.startsWith(`${one.path}[`));

/** Lines of a new resource that are shown. */
const SHOWN_LINES = 30;
/** What starts something is never left out. */
const STARTS = /^(publish|trigger)\b/;

/** Each value of a new resource under its path; what is empty is left out. */
function fieldLines(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => fieldLines(one, `${path}[${at}]`));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => fieldLines(inner, path === '' ? key : `${path}.${key}`));
  }
  const [first, ...more] = textOf(value);
  if (first === undefined || first === '') return [];
  return [`${harmless(path)}: ${first}`, ...more.map((line) => `  ${line}`)];
}

/** What a resource that is to be created consists of; empty for every other. */
function createdLines({ action, changes }: Planned): string[] {
  const whole = action === 'create' ? changes.find(isWhole) : undefined;
  const lines = fieldLines(whole?.after, '');
  const left = lines.slice(SHOWN_LINES);
  if (left.length <= 1) return lines;
  const kept = left.filter((line) => STARTS.test(line));
  const cut = left.length - kept.length;
  return [...lines.slice(0, SHOWN_LINES), ...kept, ...(cut === 0 ? [] : [`(and ${cut} more lines: see its file)`])];
}

/** The three sides of what both changed: what was last applied, what the file says, what the workspace has. */
function conflictLines({ path, base, ours, theirs }: Conflict): string[] {
  const sides = [
    ['base', base],
    ['mine', ours],
    ['theirs', theirs],
  ] as const;
  const lines = sides.flatMap(([side, value]) => {
    const [first = '(none)', ...more] =
      isObject(value) || Array.isArray(value) ? fieldLines(canonical(value), path) : textOf(value);
    return [`${side.padEnd(8)}${first}`, ...more.map((line) => `${' '.repeat(8)}${line}`)];
  });
  return [`    both changed ${harmless(path)}`, ...lines.map((line) => `      ${line}`)];
}

/** Every resource that is not as it should be, with what changes; empty when all are. Of a new one its values only with `verbose`. */
export function planText(planned: readonly Planned[], paint: Paint, verbose = false): string {
  const colour: Readonly<Record<string, (text: string) => string>> = {
    '+': paint.green,
    '~': paint.yellow,
    '-': paint.red,
    '!': paint.red,
    '?': paint.dim,
  };
  const lines = planned.filter(isPending).flatMap((one) => [
    (getOwn(colour, signOf(one.action)) ?? paint.dim)(titleOf(one)),
    ...(verbose ? createdLines(one) : []).map((line) => paint.green(`    + ${line}`.trimEnd())),
    ...one.changes
      .filter(
        (change) =>
          (verbose || one.action !== 'create' || one.isClone) && !isWhole(change) && !isInConflict(one, change),
      )
      .flatMap((change) => [
        `    ${harmless(change.path)}`,
        ...diffLines(change).map(({ sign, text }) => {
          const line = `    ${sign} ${text}`.trimEnd();
          return sign === '-' ? paint.red(line) : sign === '+' ? paint.green(line) : line;
        }),
      ]),
    ...one.conflicts.flatMap((conflict) => conflictLines(conflict).map(paint.red)),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** A fence longer than any run of backticks inside. */
function fenced(text: string): string {
  const longest = Math.max(2, largest([...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${text}\n${fence}`;
}

/** A comment of a pull request may have 65,536 characters. */
const DETAILS_MAX = 50_000;

/** The plan for a pull request or the summary of a job. */
export function planMarkdown(planned: readonly Planned[], title: string): string {
  const pending = planned.filter(isPending);
  const head = [`### ${markdownCell(title)}`, '', `${summaryOf(planned)}.`, ''];
  if (pending.length === 0) return `${head.join('\n')}\n`;
  const rows = pending.map(({ action, kind, name, file, note, renamedFrom }) => {
    const was = renamedFrom === null ? null : `was ${renamedFrom}`;
    return markdownRow([action, kind, name, file ?? '', [note, was].filter((part) => part !== null).join('; ')]);
  });
  const table = [markdownHead(['action', 'kind', 'name', 'file', 'note']) + rows.join('')];
  const details: string[] = [];
  let size = 0;
  for (const one of pending) {
    const changes = one.changes.filter((change) => !isWhole(change) && !isInConflict(one, change));
    const conflicts = one.conflicts.flatMap(conflictLines);
    const created = createdLines(one).map((line) => `+ ${line}`.trimEnd());
    if (changes.length + created.length + conflicts.length === 0) continue;
    const changed = changes.flatMap((change) => [
      `@@ ${harmless(change.path)} @@`,
      ...diffLines(change).map(({ sign, text }) => `${sign} ${text}`.trimEnd()),
    ]);
    const diff = [...created, ...changed, ...conflicts];
    const text = `<details><summary>${htmlText(one.key)}</summary>\n\n${fenced(diff.join('\n'))}\n\n</details>\n`;
    size += text.length;
    if (size > DETAILS_MAX) {
      details.push('The rest is too long to show here.', '');
      break;
    }
    details.push(text);
  }
  return `${[...head, ...table, ...details].join('\n')}\n`;
}
