// What commands of this machine changed in the store: command by command, imports among them, record by record, field by field.

import { valueLabel } from '../../presentation/labels.ts';
import { Refusal } from '../core/context.ts';
import type { StoreChange, StoreCommand, StoreHistory } from '../core/store-history.ts';
import { showStore } from '../resources/local/status.ts';
import { type PageClock, zonedTime } from './clock.ts';
import { filters, nextPager } from './forms.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { type PageContext, type PageView, pageOf, ROWS_PER_PAGE, textIn, wordIn } from './page.ts';
import { badge, command, excerpt, facts, link, table } from './parts.ts';

const STATES: Readonly<Record<StoreCommand['state'], readonly [text: string, tone: string]>> = {
  done: ['done', 'good'],
  undone: ['undone', 'idle'],
  interrupted: ['not ended: it runs, or was interrupted', 'busy'],
  unanswered: ['some requests were never answered', 'bad'],
};

const stateOf = ({ state }: StoreCommand): Html =>
  html`<span class="badge ${STATES[state][1]}">${STATES[state][0]}</span>`;

const timeOf = ({ at }: StoreCommand, { zone }: PageClock): Html =>
  html`<time datetime="${at}">${zonedTime(at, zone)}</time>`;

const linkTo = (id: string, text: string): Html => html`<a href="/app/history?entry=${id}">${text}</a>`;

/** The commands, or with `entry` in the query what one of them changed. */
export const history: PageView = async (page) => {
  const { mark } = await showStore(page.operator);
  const kept = page.history?.(mark);
  const entries = kept?.entries() ?? [];
  const wanted = textIn(page, 'entry');
  if (kept !== undefined && wanted !== undefined) {
    const entry = entries.find(({ id }) => id === wanted);
    if (entry === undefined)
      throw new Refusal('not_found', `There is no entry ${wanted} in the history of this store.`);
    return entryPage(page, kept, entry);
  }
  const [search, of] = [textIn(page, 'search'), wordIn(page, 'of', ['import'])];
  const found = entries.filter(
    (one) => one.command.includes(search ?? '') && (of === undefined || one.command.split(' ').includes(of)),
  );
  const { page: at } = pageOf(page);
  const body = html`<h1>History</h1><p class="soft">What commands on this machine changed in this store, by the clock of the machine. ${command('reach history')} lists the same. Commands of other machines are in the history there; the <a href="/app/log">log</a> has the requests of every key.</p>${filters(
    page,
    { search: 'Command', choices: [{ name: 'of', label: 'Of', options: [['import', 'imports']] }] },
  )}${table(
    found.slice((at - 1) * ROWS_PER_PAGE, at * ROWS_PER_PAGE),
    [
      { key: 'at', title: 'When', cell: (one) => timeOf(one, page.clock) },
      { key: 'command', title: 'Command', cell: (one) => linkTo(one.id, excerpt(one.command)) },
      { key: 'changed', title: 'Changed', cell: ({ changed }) => changed },
      { key: 'state', title: 'State', cell: stateOf },
      { key: 'user', title: 'Who', cell: ({ user, host }) => `${user}@${host}` },
    ],
    {
      empty: html`No command has changed anything here yet, or it was run with --no-history: ${command('reach contacts import FILE.csv')}`,
      idOf: ({ id }) => id,
    },
  )}${nextPager(page, found.length > at * ROWS_PER_PAGE)}`;
  return { title: 'History', body };
};

async function entryPage(page: PageContext, { changes }: StoreHistory, entry: StoreCommand) {
  const { id, undoes, undoneBy, profile } = entry;
  const { page: at } = pageOf(page);
  const [rows, skipped]: [StoreChange[], number] = [[], (at - 1) * ROWS_PER_PAGE];
  let count = 0;
  for await (const change of changes(entry)) {
    count += 1;
    if (count > skipped) rows.push(change);
    if (rows.length > ROWS_PER_PAGE) break;
  }
  const isLasting = at === 1 && rows.length > 0 && rows.every(({ change }) => change.lasting !== undefined);
  const undo =
    undoneBy !== null
      ? html`undone by ${linkTo(undoneBy, undoneBy)}`
      : isLasting && rows.length <= ROWS_PER_PAGE
        ? 'nothing of it can be taken back'
        : command(`reach undo ${id}${profile === 'env' ? '' : ` --profile ${profile}`}`);
  const body = html`<h1>${excerpt(entry.command)}</h1><section class="card">${facts([
    ['State', stateOf(entry)],
    ['Run', html`${timeOf(entry, page.clock)} by ${entry.user}@${entry.host}`],
    ['Changed', entry.changed],
    ['Takes back', undoes !== null && linkTo(undoes, undoes)],
    ['Undo', undo],
  ])}</section><h2>Record by record</h2>${table(
    rows.slice(0, ROWS_PER_PAGE),
    [
      { key: 'record', title: 'Record', cell: ({ change }) => recordOf(change) },
      {
        key: 'is',
        title: 'Change',
        cell: ({ change, is }) =>
          is === 'done'
            ? badge(change.is.toUpperCase())
            : html`<span class="badge bad">${is === 'refused' ? 'refused' : 'never answered'}</span>`,
      },
      { key: 'fields', title: 'What', cell: ({ change }) => whatOf(change) },
      { key: 'note', title: 'Note', cell: ({ change }) => [change.unread, change.lasting].filter(Boolean).join('; ') },
    ],
    { empty: 'Nothing was changed.' },
  )}${nextPager(page, rows.length > ROWS_PER_PAGE)}`;
  return { title: excerpt(entry.command), body };
}

const PAGES = { contact: 'contacts', company: 'companies', list: 'lists', campaign: 'campaigns' } as const;
const MORE_PAGES = { workflow: 'workflows', identity: 'identities', run: 'workflow-runs' } as const;

function recordOf({ kind, id, label, is }: StoreChange['change']): HtmlPart {
  const text = `${label ?? valueLabel(kind)}${label === undefined && id !== null ? ` ${id}` : ''}`;
  const [, at] = Object.entries({ ...PAGES, ...MORE_PAGES }).find(([name]) => name === kind) ?? [];
  const linked = at === undefined || id === null || is === 'deleted' ? text : link(text, at, id);
  return html`${linked}${label !== undefined && html` <span class="soft">${kind} ${id}</span>`}`;
}

const LISTED_MAX = 30;

const wordsFor = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : excerpt(typeof value === 'string' ? value : JSON.stringify(value), 200);

/** Each field with its value before and after, and the members that came and went. */
function whatOf({ is, fields = {}, members = {}, count }: StoreChange['change']): HtmlPart {
  const values = Object.entries(fields).map(([name, [from, to]]) =>
    is === 'created'
      ? html`${name}: ${wordsFor(to)}`
      : html`${name}: <del>${wordsFor(from)}</del> → <ins>${wordsFor(to)}</ins>`,
  );
  const moves = Object.entries(members).flatMap(([name, { added = [], removed = [] }]) => [
    added.length > 0 && `${name} added: ${wordsFor(added.join(', '))}`,
    removed.length > 0 && `${name} removed: ${wordsFor(removed.join(', '))}`,
  ]);
  const lines = [...values, ...moves, count !== undefined && `${count}`].filter((line) => line !== false);
  if (lines.length === 0) return null;
  const more = lines.length - LISTED_MAX;
  return html`<ul class="plain">${lines.slice(0, LISTED_MAX).map((line) => html`<li>${line}</li>`)}${more > 0 && html`<li class="soft">and ${more} more</li>`}</ul>`;
}
