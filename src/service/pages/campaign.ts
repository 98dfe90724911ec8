// The rehearsal sheet of a campaign: its steps with who is where, the days, the contacts, and what one of them reads.

import { ENROLMENT_STATUSES, type EnrolmentStatus } from '../../contract/campaigns/enums.ts';
import { groupBy } from '../../contract/group-by.ts';
import { allSteps, campaignPicture, type GraphStep } from '../../presentation/graph/model.ts';
import { valueLabel } from '../../presentation/labels.ts';
import { isoTime } from '../core/clock.ts';
import { found } from '../core/context.ts';
import { previewFor } from '../resources/campaigns/preview.ts';
import {
  campaignSheet,
  type SheetFilter,
  type SheetRow,
  type SheetStep,
  sheetContacts,
} from '../resources/campaigns/report.ts';
import { showContact } from '../resources/contacts/read.ts';
import { showIdentity } from '../resources/identities/identities.ts';
import { dayOf } from './clock.ts';
import { addressWith, filters, hidden, nextPager, optionsOf, SPAN } from './forms.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { daySpan, idIn, type PageContext, type PageView, pageOf, textIn, wordIn } from './page.ts';
import {
  campaignState,
  columns,
  command,
  facts,
  figure,
  fullName,
  fullTime,
  graphPicture,
  link,
  percent,
  positionText,
  table,
  unlessBefore,
} from './parts.ts';
import { pathBlock } from './path.ts';
import { dayStrip, daysOf } from './strip.ts';
import { readVariants, variantTables } from './variants.ts';

const SHOW_TEXTS = [
  ['all', 'everyone'],
  ['waiting', 'waiting, by due time'],
  ['ended', 'finished'],
  ['sent', 'message sent'],
  ['open', 'task open'],
  ['DONE', 'step done'],
  ['SKIPPED', 'step skipped'],
  ['FAILED', 'step failed'],
  ['TRUE', 'branch yes'],
  ['FALSE', 'branch no'],
] as const;
const SHOWS = SHOW_TEXTS.map(([show]) => show);
const CONTACTS_PER_PAGE = 25;

const nounOf = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`);

type Sheet = Awaited<ReturnType<typeof campaignSheet>>;

export const campaign: PageView = async (page, id) => {
  const [sheet, { rows, hasNextPage }, filter, sender, variants] = await page.read(async (context) => {
    const read = await campaignSheet(context, id);
    const narrowed = filterOf(page, read);
    const { identityId } = read.record;
    const from = identityId === null ? null : (await showIdentity(context, identityId)).identity.name;
    return [
      read,
      await sheetContacts(context, read, narrowed, pageOf(page, CONTACTS_PER_PAGE)),
      narrowed,
      from,
      await readVariants(context, id),
    ] as const;
  });
  const reader = idIn(page, 'contact') ?? rows.find(({ status }) => status !== null)?.contactId;
  const preview =
    reader === undefined
      ? null
      : await page.read(async (context) => ({
          contact: await showContact(context, reader),
          path: await previewFor(context, id, reader),
        }));
  const { record, graph, days } = sheet;
  const strip = dayStrip(daysOf(days, page.clock), { chosen: textIn(page, 'day') }, page.clock, (day, kind) =>
    kind === 'planned' || kind === 'done' ? null : addressWith(page, { ...NO_FILTER, day, show: SHOW_OF[kind] }),
  );
  const isPlanned = days.some(({ kind }) => kind === 'planned');
  const tree = html`<ul class="tree">${graph.steps.map((step) => stepItem(page, step, sheet))}</ul>`;
  const body = html`<h1>${record.name}</h1><p>${campaignState(id, record.status)}</p>${topLine(page, id, sheet, sender)}${strip}${isPlanned && html`<p class="soft">Planned: what follows if no one reacts, up to a condition that differs from contact to contact. ${command(`reach campaign forecast ${id}`)} carries it out on a copy.</p>`}${variantTables(id, variants)}${columns(
    [
      ['steps', 'Steps', tree],
      [
        'who',
        'Who',
        html`${contactFilters(page, sheet, filter)}${contactTable(page, sheet, rows, filter)}${nextPager(page, hasNextPage)}${endedEarly(page, sheet)}`,
      ],
      [
        'message',
        'What one of them reads',
        preview === null
          ? html`<p class="empty">${sheet.contacts === 0 ? html`Nobody is in this campaign. ${command(`reach campaign add-list ${id} LIST`)} adds contacts.` : 'A contact that is chosen is shown here.'}</p>`
          : html`${facts([
              ['From', sender],
              [
                'To',
                html`${link(fullName(preview.contact), 'contacts', reader)} <span class="soft">${preview.contact.professionalEmail}</span>`,
              ],
            ])}${preview.path.steps.map((step) => pathBlock(step, page.clock))}${preview.path.isOver && html`<p class="soft">Its sequence is over: nothing follows.</p>`}`,
      ],
    ],
  )}<details><summary>The sequence as a picture</summary>${graphPicture(campaignPicture(graph), `The steps of ${record.name}`)}</details>`;
  return { title: record.name, body };
};

/** What a figure that counts by itself takes away. */
const NO_FILTER = { step: null, day: null, since: null, until: null, reason: null, status: null };

const SHOW_OF: Readonly<Record<'sent' | 'due' | 'failed', SheetFilter['show']>> = {
  sent: 'sent',
  due: 'waiting',
  failed: 'FAILED',
};

function filterOf(page: PageContext, { steps, enrolments, graph, record }: Sheet): SheetFilter {
  const stepId = idIn(page, 'step');
  const [path, step] = [...steps].find(([, one]) => one.stepId === stepId) ?? [];
  if (stepId !== undefined) found(step, 'step', stepId);
  const isToday = textIn(page, 'day') === dayOf(page.clock.now, page.clock.zone);
  const show =
    wordIn(page, 'show', SHOWS) ??
    (record.status === 'COMPLETED' || !enrolments.some(({ status }) => status === 'ACTIVE') ? 'ended' : 'waiting');
  return {
    show,
    step: step && { stepId: step.stepId, place: step.place, isFirst: path === graph.steps[0]?.path },
    status: wordIn(page, 'status', ENROLMENT_STATUSES),
    reason: textIn(page, 'reason'),
    search: textIn(page, 'search'),
    ...daySpan(page),
    // What should have happened before today is due today.
    ...(show === 'waiting' && isToday && { from: undefined }),
  };
}

function topLine(
  page: PageContext,
  id: number,
  { record, enrolments, contacts, sent, openTasks, next, ...sheet }: Sheet,
  sender: string | null,
): Html {
  const inStatus = (status: EnrolmentStatus) =>
    enrolments.reduce((sum, one) => sum + (one.status === status ? one.contacts : 0), 0);
  const to = (changes: Parameters<typeof addressWith>[1]) =>
    addressWith(page, { ...NO_FILTER, search: null, show: null, ...changes });
  const ended = (status: EnrolmentStatus, word: string, tone = '') =>
    figure(inStatus(status), word, to({ show: 'ended', status }), tone);
  const from = record.identityId !== null && html`from ${link(sender, 'identities', record.identityId)}`;
  return html`<p class="figures">${figure(contacts, nounOf(contacts, 'contact'), to({ show: 'all' }))}${figure(sent, 'sent', `/app/outbox?campaignId=${id}`)}${figure(inStatus('ACTIVE'), record.status === 'DRAFT' ? 'in the draft' : 'waiting', to({ show: 'waiting' }))}${figure(openTasks, nounOf(openTasks, 'open task'), to({ show: 'open' }))}${ended('FAILED', 'failed', 'bad')}${ended('REPLIED', 'replied')}${ended('SKIPPED', 'got nothing')}${ended('STOPPED', 'stopped')}${ended('COMPLETED', 'completed')} <span class="soft">${from} · changed ${fullTime(record.updatedAt, page.clock)}</span></p>${next !== undefined && html`<p>Next: ${titleAt(sheet, ({ place }) => place === next.place)} for <a href="${addressWith(page, { contact: next.contactId })}#message">${fullName(next)}</a> ${fullTime(isoTime(next.at), page.clock)}${unlessBefore(next.awaits)}</p>`}`;
}

/** A step with its figures, each a link to its contacts; branches side by side. */
function stepItem(page: PageContext, step: GraphStep, of: Sheet): Html {
  const { steps, record } = of;
  const sheet = steps.get(step.path);
  const chosen = sheet !== undefined && idIn(page, 'step') === sheet.stepId && html` aria-current="step"`;
  const branches = step.ways.map(({ key, label, steps: inner }) => {
    const branch = key === 'onTrue' || key === 'onAccepted' ? 'TRUE' : 'FALSE';
    const times = sheet?.times(branch) ?? 0;
    const taken = sheet && figure(times, nounOf(times, 'contact'), toStep(page, sheet, branch));
    const lines = inner === null ? html`<li class="soft">goes on</li>` : inner.map((one) => stepItem(page, one, of));
    return html`<div><span class="way">${label}</span> ${taken}<ul class="tree">${lines}</ul></div>`;
  });
  const days = html`<span class="soft">${step.day ?? 'never'}</span>`;
  return html`<li data-key="${step.path}"${chosen}><span class="soft">${step.number}.</span> <a href="${addressWith(page, { ...NO_FILTER, step: sheet?.stepId ?? null, show: null })}">${step.title}</a> ${days}${step.detail !== '' && html`<div class="soft short">${step.detail}</div>`}${sheet && stepFigures(page, record.status === 'ACTIVE', sheet)}${branches.length > 0 && html`<div class="branches">${branches}</div>`}</li>`;
}

const toStep = (page: PageContext, { stepId }: SheetStep, show: SheetFilter['show']): string =>
  addressWith(page, { ...NO_FILTER, step: stepId, show });

function stepFigures(page: PageContext, isActive: boolean, step: SheetStep): Html {
  const { isTask, times, waiting, dueAt } = step;
  const to = (show: SheetFilter['show']) => toStep(page, step, show);
  const rates = (
    [
      ['open', 'opened'],
      ['click', 'clicked'],
      ['view', 'viewed'],
      ['replied', 'replied'],
    ] as const
  ).map(([what, word]) => {
    const rate = percent(times(what), times('sent') || times('DONE'));
    return times(what) > 0 && html`<span class="soft rate">${word} ${rate}</span> `;
  });
  return html`<div>${figure(times('DONE'), isTask ? 'added' : 'done', to('DONE'))}${figure(waiting, 'waiting', to('waiting'))}${isActive && dueAt !== null && html`<span class="soft">due ${fullTime(isoTime(dueAt), page.clock)}</span> `}${figure(times('SKIPPED'), 'skipped', to('SKIPPED'))}${figure(times('FAILED'), 'failed', to('FAILED'), 'bad')}${rates}</div>`;
}

function contactFilters(page: PageContext, { steps, graph, enrolments }: Sheet, filter: SheetFilter): Html {
  const titles = new Map([...allSteps(graph.steps)].map(({ path, number, title }) => [path, `${number}. ${title}`]));
  const reasons = [...new Set(enrolments.map(({ reason }) => reason))].map((reason) => [reason, reason] as const);
  return filters(page, {
    search: 'Search',
    choices: [
      { name: 'show', label: 'Show', options: SHOW_TEXTS, always: filter.show },
      {
        name: 'step',
        label: 'Step',
        options: [...steps].map(([path, { stepId }]) => [String(stepId), titles.get(path) ?? path]),
      },
      { name: 'status', label: 'Status', options: optionsOf(ENROLMENT_STATUSES) },
      hidden('reason', 'Reason', reasons),
      hidden('day', 'Day'),
      ...SPAN,
    ],
  });
}

/** The first step where none is found: of who has not begun. */
function titleAt({ steps, graph }: Pick<Sheet, 'steps' | 'graph'>, find: (step: SheetStep) => boolean): string {
  const path = [...steps].find(([, step]) => find(step))?.[0] ?? graph.steps[0]?.path;
  return [...allSteps(graph.steps)].find((step) => step.path === path)?.title ?? '';
}

function contactTable(
  page: PageContext,
  sheet: Pick<Sheet, 'steps' | 'graph'>,
  rows: readonly SheetRow[],
  { show }: SheetFilter,
): Html {
  return table(
    rows,
    [
      {
        key: 'contact',
        title: 'Contact',
        cell: (row) =>
          row.status === null
            ? html`<a href="/app/outbox?contactId=${row.contactId}">contact ${row.contactId} (gone)</a>`
            : html`<a href="${addressWith(page, { contact: row.contactId })}#message">${fullName(row)}</a>`,
      },
      {
        key: 'state',
        title: show === 'waiting' ? 'Next' : 'How',
        cell: ({ doneAt, doneStep, reason, ...row }) => {
          if (doneAt !== null)
            return html`${titleAt(sheet, ({ stepId }) => stepId === doneStep)} ${fullTime(new Date(doneAt).toISOString(), page.clock)} <span class="soft">${reason}</span>`;
          return positionText(
            { ...row, reason, status: row.status ?? 'STOPPED' },
            titleAt(sheet, ({ place }) => place === row.place),
            page.clock,
          );
        },
      },
    ],
    { empty: 'No contact matches.', idOf: ({ contactId, doneAt }) => `${contactId}-${doneAt}` },
  );
}

const ENDED_EARLY = [
  ['FAILED', 'Failed', 'bad'],
  ['SKIPPED', 'Got nothing', ''],
  ['STOPPED', 'Stopped', ''],
] as const;

/** Whose sequence ended before its end, by reason. */
function endedEarly(page: PageContext, { enrolments }: Sheet): HtmlPart {
  return ENDED_EARLY.map(([status, title, tone]) => {
    const reasons = groupBy(
      enrolments.filter((one) => one.status === status && one.reason !== ''),
      ({ reason }) => reason,
    );
    const lines = [...reasons].map(([reason, group]) => {
      const contacts = group.reduce((sum, one) => sum + one.contacts, 0);
      const to = addressWith(page, { ...NO_FILTER, show: 'ended', status, reason });
      return html`<li>${figure(contacts, valueLabel(reason), to, tone)}</li>`;
    });
    return lines.length > 0 && html`<h3>${title}</h3><ul class="plain">${lines}</ul>`;
  });
}
