// Campaigns: the sequence as a picture with who stands where, the contacts in it, and what each would get to read.

import { CAMPAIGN_STATUSES, ENROLMENT_STATUSES } from '../../contract/campaigns/enums.ts';
import { counted } from '../../contract/english.ts';
import { pathText } from '../../contract/envelope.ts';
import { campaignPicture, graphOf } from '../../presentation/graph/model.ts';
import { everyStep, readSteps } from '../../rules/campaigns/tree.ts';
import { Problems } from '../../rules/problem.ts';
import { listEnrolments } from '../resources/campaigns/enrolment/list.ts';
import { type EnrolmentSummary, summarizeEnrolments } from '../resources/campaigns/enrolment/summary.ts';
import { type PreviewMessage, previewFor, type SequencePathStep } from '../resources/campaigns/preview.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { showIdentity } from '../resources/identities/read.ts';
import type { PageClock } from './clock.ts';
import { filters, optionsOf, pager } from './forms.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { wordsOf } from './outbox.ts';
import { idIn, type PageContext, type PageView, pageOf, wordIn } from './page.ts';
import { badge, bars, facts, fullName, fullTime, graphPicture, grouped, link, table, time } from './parts.ts';
import { campaignState } from './states.ts';

export const campaigns: PageView = async (page) => {
  const query = { ...pageOf(page), status: wordIn(page, 'status', CAMPAIGN_STATUSES) };
  const found = await page.read((context) => listCampaigns(context, query));
  const body = html`<h1>Campaigns</h1>${filters(page, {
    choices: [{ name: 'status', label: 'Status', options: optionsOf(CAMPAIGN_STATUSES) }],
  })}${table(
    found.campaigns,
    [
      { key: 'name', cell: ({ id, name }) => link(name, 'campaigns', String(id)) },
      { key: 'status', cell: ({ status }) => badge(status) },
      { key: 'stepCount', cell: ({ stepCount }) => stepCount, isNumber: true },
      { key: 'createdAt', cell: ({ createdAt }) => time(createdAt, page.clock) },
      { key: 'updatedAt', cell: ({ updatedAt }) => time(updatedAt, page.clock) },
    ],
    { empty: 'There is no campaign.', idOf: ({ id }) => String(id) },
  )}${pager(page, found)}`;
  return { title: 'Campaigns', body };
};

/** What is written beside each step, by its path: how many contacts it is next for. */
function notesOf(steps: unknown, { first, at }: EnrolmentSummary): Map<string, string> {
  const notes = new Map<string, string>();
  for (const [index, { at: path, fields }] of [...everyStep(readSteps(Problems.none(), steps))].entries()) {
    const here = (index === 0 ? first : 0) + (at.get(Number(fields['connectionId'])) ?? 0);
    if (here > 0) notes.set(pathText(path), counted(here, 'contact'));
  }
  return notes;
}

export const campaign: PageView = async (page, id) => {
  const query = { ...pageOf(page), status: wordIn(page, 'status', ENROLMENT_STATUSES) };
  const reader = idIn(page, 'contact');
  const { record, summary, sender, enrolments } = await page.read(async (context) => {
    const found = await summarizeEnrolments(context, id, page.query.has('count'));
    const known = query.status === undefined ? found.summary.total : found.summary.byStatus.get(query.status);
    const { identityId } = found.record;
    const sender = identityId === null ? null : (await showIdentity(context, identityId)).identity.name;
    return { ...found, sender, enrolments: await listEnrolments(context, id, query, known ?? 0) };
  });
  const previewed = reader ?? enrolments.contacts[0]?.contactId;
  const messages = previewed === undefined ? null : await page.read((context) => previewFor(context, id, previewed));
  const { messages: sent, byStatus, total } = summary;
  const body = html`<h1>${record.name}</h1><p>${campaignState(id, record.status)}</p><p>${record.description}</p>
<h2>Sequence</h2>${graphPicture(campaignPicture(graphOf(record), notesOf(record.steps, summary)), `The steps of ${record.name}`)}
<div class="cards"><section class="card"><h2>Campaign ${id}</h2>${facts([
    [
      'Sender',
      record.identityId !== null && link(sender ?? `Identity ${record.identityId}`, 'identities', record.identityId),
    ],
    ['Tracks', [record.trackOpens && 'opens', record.trackClicks && 'clicks'].filter((word) => word).join(', ')],
    ['Created', fullTime(record.createdAt, page.clock)],
    ['Updated', fullTime(record.updatedAt, page.clock)],
    [
      'Messages',
      html`<a href="/app/outbox?campaignId=${id}">${sent === null ? 'Outbox' : `${grouped(sent.sent)} sent`}</a>`,
    ],
  ])}</section><section class="card"><h2>Progress</h2>${bars([
    ['Contacts', total],
    ...ENROLMENT_STATUSES.map((status) => [badge(status), byStatus.get(status) ?? 0] as const),
  ])}${messageBars(id, sent)}</section></div>
<h2>Contacts</h2>${enrolmentTable(page, id, enrolments.contacts)}${pager(page, enrolments)}
${messages !== null && previewed !== undefined && html`<h2 id="messages">What ${link(`contact ${previewed}`, 'contacts', previewed)} reads</h2>${messages.map((step) => pathBlock(step, page.clock))}`}`;
  return { title: record.name, body };
};

function messageBars(id: number, counts: EnrolmentSummary['messages']): Html {
  if (counts === null) return html`<p><a href="/app/campaigns/${id}?count=messages">Count the messages</a></p>`;
  return bars([
    ['Messages sent', counts.sent],
    ['Opened', counts.opened],
    ['Clicked', counts.clicked],
    ['Viewed', counts.viewed],
  ]);
}

type Enrolment = Awaited<ReturnType<typeof listEnrolments>>['contacts'][number];

function enrolmentTable(page: PageContext, id: number, rows: readonly Enrolment[]): Html {
  return html`${filters(page, {
    choices: [{ name: 'status', label: 'Status', options: optionsOf(ENROLMENT_STATUSES) }],
  })}${table(
    rows,
    [
      { key: 'contact', title: 'Contact', cell: (row) => link(fullName(row), 'contacts', row.contactId) },
      { key: 'status', cell: ({ status }) => badge(status) },
      { key: 'lastStep', title: 'Last step', cell: ({ lastStep }) => badge(lastStep) },
      { key: 'lastAt', title: 'Done', cell: ({ lastAt }) => time(lastAt, page.clock) },
      {
        key: 'nextStep',
        title: 'Next',
        cell: ({ nextStep, waitsFor }) => [badge(nextStep), waitsFor !== null && html` waits for ${waitsFor}`],
      },
      { key: 'dueAt', title: 'Due', cell: ({ dueAt }) => time(dueAt, page.clock) },
      { key: 'reason', cell: ({ reason }) => reason },
      {
        key: 'messages',
        title: 'Messages',
        cell: ({ contactId }) =>
          html`<a href="/app/campaigns/${id}?contact=${contactId}#messages">preview</a>, <a href="/app/outbox?campaignId=${id}&amp;contactId=${contactId}">sent</a>`,
      },
    ],
    { empty: 'No contact is in it.', idOf: ({ contactId }) => contactId },
  )}`;
}

function partsText(parts: PreviewMessage['content']): HtmlPart {
  return (parts ?? []).map(({ kind, text }) => {
    if (kind === 'missing') return html`<mark>${text} is missing</mark>`;
    return kind === 'unknown' ? `{${text}}` : text;
  });
}

const STATE_TONES: Readonly<Record<SequencePathStep['state'], string>> = {
  ...{ done: 'good', skipped: 'idle', failed: 'bad', next: 'busy', planned: 'plain', open: 'plain' },
};

/** A step as the contact goes through it, with what it reads there. */
export function pathBlock(step: SequencePathStep, clock: PageClock): Html {
  const { number, title, day, way, state, reason, at, messageId, signature, attachments } = step;
  const head = html`<p><span class="soft">${number}. ${day ?? 'never'}</span> <strong>${title}</strong> <span class="badge ${STATE_TONES[state]}">${state}</span> ${reason}${at !== null && html` ${fullTime(at, clock)}`}${messageId !== null && html` · <a href="/app/outbox/${messageId}">as it was sent</a>`}</p>${way !== '' && html`<p class="soft">because ${way}</p>`}`;
  const texts = step.messages.map(({ subject, content, aiMessageId }) => {
    const written =
      aiMessageId !== null &&
      html`<p class="soft">Written by AI message ${link(aiMessageId, 'ai-messages', aiMessageId)}.</p>`;
    return html`${subject !== null && html`<p><strong>${partsText(subject)}</strong></p>`}${content !== null && html`<p class="prose">${partsText(content)}</p>`}${written}`;
  });
  const files = attachments.map(({ name, attachment }) => html`<li>${name ?? attachment}</li>`);
  const isWritten = texts.length > 0 || files.length > 0;
  return html`<article class="message ${isWritten && 'out'}" data-key="${step.stepId}">${head}${texts}${signature !== null && html`<p class="prose soft">${wordsOf(signature).trim()}</p>`}${files.length > 0 && html`<ul class="attached" aria-label="Attachments">${files}</ul>`}</article>`;
}
