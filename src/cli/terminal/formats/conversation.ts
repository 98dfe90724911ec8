// Messages as a conversation a person can read. Everything in it comes from outside: it is cleaned and wrapped, and each
// heading begins with a word of ours, so that a name written from right to left turns nothing around but itself.

import type { Message, Thread } from '../../../contract/inbox/endpoints.ts';
import { valueLabel } from '../../../presentation/labels.ts';
import { oneLine } from '../../../presentation/text.ts';
import { harmless } from './cells.ts';
import type { Paint } from './colour.ts';
import { timeOfRecord } from './displayed-cell.ts';
import { statusPaint } from './status.ts';
import type { TableOptions } from './table.ts';
import { type WidthOf, widthFor, wrap } from './width.ts';

const INDENT = '  ';
/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 100;

function nameOf({ contact }: Thread): string {
  const name = oneLine([contact?.firstName, contact?.lastName].filter((part) => part != null).join(' '));
  return name === '' ? `contact ${contact?.id ?? '-'}` : name;
}

function senderOf(threads: readonly Thread[], identityId: number | undefined): string {
  const named = threads.find(({ senderIdentityId }) => senderIdentityId === identityId)?.senderIdentityName;
  return named ? oneLine(named) : `identity ${identityId ?? '-'}`;
}

/** `With Aoife Brennan, Head of Procurement at Alderbrook Foods`, then a line a conversation. */
function headLines(threads: readonly Thread[]): string[] {
  const [first] = threads;
  if (first === undefined) return [];
  const what = [first.contact?.jobTitle, first.contact?.companyName]
    .flatMap((part) => (part == null ? [] : oneLine(part)))
    .join(' at ');
  return [
    `With ${nameOf(first)}${what === '' ? '' : `, ${what}`}`,
    ...threads.map((thread) =>
      [
        `${INDENT}${valueLabel(oneLine(thread.channel ?? 'conversation'))} ${thread.channel === 'TASK' ? 'for' : 'from'} ${senderOf(threads, thread.senderIdentityId)}`,
        ...(thread.status === undefined ? [] : [valueLabel(oneLine(thread.status))]),
        ...((thread.unreadCount ?? 0) > 0 ? [`${thread.unreadCount} unread`] : []),
        ...(thread.archived ? ['archived'] : []),
        ...((thread.tags ?? []).length > 0
          ? [`tags: ${(thread.tags ?? []).map(({ name }) => oneLine(name ?? '-')).join(', ')}`]
          : []),
      ].join(' · '),
    ),
  ];
}

/** Who to whom, through what, when, and what came of it. */
function messageHead(message: Message, threads: readonly Thread[], name: string, now: number): string {
  const sender = senderOf(threads, message.senderIdentityId);
  const isInbound = message.direction === 'INBOUND';
  const seen = [
    ...(message.viewedAt ? ['seen'] : []),
    ...(message.openedAt ? ['opened'] : []),
    ...(message.clickedAt ? ['clicked'] : []),
  ];
  const plan = message.status === 'SCHEDULED' || message.status === 'DRAFT' ? [message.status.toLowerCase()] : [];
  const way = message.channel === 'TASK' ? `About ${name} for ${sender}` : `To ${name} from ${sender}`;
  return [
    isInbound ? `From ${name} to ${sender}` : way,
    ...(message.channel === undefined ? [] : [valueLabel(oneLine(message.channel))]),
    ...(message.at === undefined ? [] : [timeOfRecord(message.at, now) ?? oneLine(message.at)]),
    ...plan,
    ...(seen.length > 0 ? [seen.join(' and ')] : []),
  ].join(' · ');
}

function bodyLines(message: Message): string[] {
  const { message: words = '' } = message;
  // A task without a text of its own has its title twice.
  const isInput = message.channel === 'TASK' && message.subject?.endsWith(words) === true;
  const text = harmless(words).replaceAll('\t', '    ').trimEnd();
  const files = (message.attachments ?? []).map(
    ({ attachment, name }) => `[attachment: ${oneLine(name ?? attachment ?? '-')}]`,
  );
  const body = [...(text === '' || isInput ? [] : text.split('\n')), ...files];
  if (!message.subject) return body;
  return [`Subject: ${oneLine(message.subject)}`, ...(body.length === 0 ? [] : ['', ...body])];
}

function wrapped(line: string, width: number, widthOf: WidthOf): string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  if (line.trim() === '') return [''];
  return wrap(line.slice(indent.length), Math.max(10, width - indent.length), widthOf).map((part) => indent + part);
}

/** Parts of a heading stand between dots; a status is one of them. */
function inStatusColours(line: string, paint: Paint): string {
  return line
    .split(' · ')
    .map((part) => statusPaint(part.trim(), paint)(part))
    .join(' · ');
}

/** `messages` oldest first. The text ends in a newline; empty where there is nothing. */
export async function conversationText(
  threads: readonly Thread[],
  messages: readonly Message[],
  { room, now, paint }: TableOptions,
): Promise<string> {
  const [first] = threads;
  const name = first === undefined ? 'the contact' : nameOf(first);
  const width = Math.min(room, WIDEST);
  const head = headLines(threads);
  const parts = messages.map((message) => ({
    message,
    title: messageHead(message, threads, name, now),
    body: bodyLines(message),
  }));
  const widthOf = await widthFor([...head, ...parts.flatMap(({ title, body }) => [title, ...body])]);
  const fitted = (line: string) => wrapped(line, width, widthOf);
  const blocks = [
    head.flatMap(fitted).map((line) => inStatusColours(line, paint)),
    ...parts.map(({ message, title, body }) => {
      const colour = message.direction === 'INBOUND' ? paint.cyan : paint.green;
      return [...fitted(title).map(colour), ...body.flatMap((line) => fitted(`${INDENT}${line}`))];
    }),
  ].filter((lines) => lines.length > 0);
  return blocks.map((lines) => `${lines.map((line) => line.trimEnd()).join('\n')}\n`).join('\n');
}
