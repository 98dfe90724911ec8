// Whatever a service sends, a terminal, a log and a job that runs reach see text and nothing else: no escapes, no marks that
// reorder or hide, no commands, and not the key. Here some rows of the table, each with two answers; `npm run security` tries all.

import { afterAll, beforeAll, test } from 'vitest';
import { type Drive, HANGS, openDrive } from '../e2e/stranger/drive.ts';
import { prepare } from '../e2e/stranger/observe.ts';
import { STRANGER_KEY, type StrangerOptions } from '../stranger/server.ts';
import { nameOf, type Row } from '../stranger/table/row.ts';
import { TABLE } from '../stranger/table/table.ts';
import { IS_LONG } from './form.ts';

const HOSTILE = [
  ' \u001b[31mred\u001b]0;title\u0007\u001b[2J\u009b1m\u0000\b',
  '\u202ereversed\u2066\u200bhidden\u00ad\ufeff\u{e0041}a\u200db',
  `\r\n::set-output name=x::y\r::stop-commands::z\u2028::add-mask::w\n  ::warning::v\n##[error]e ##[group]g ${STRANGER_KEY} `,
].join('');
const isOrdinary = (text: string) =>
  /^([A-Z_]*|\d{4}-\d\d-.*|\w+:\/\/.*|[\w-]*\d[\w-]*|[^ ]*@[^ ]*|[a-z]+|true|false)$/.test(text);

type Reply = ReturnType<NonNullable<StrangerOptions['rewrite']>>;

/** Hostile text behind texts, and under a key of its own in every object. */
function spoiled(value: unknown, isSpared: (text: string) => boolean): unknown {
  if (typeof value === 'string') return isSpared(value) ? value : `${value}${HOSTILE}`;
  if (Array.isArray(value)) return value.map((one) => spoiled(one, isSpared));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, spoiled(one, isSpared)]);
  return Object.fromEntries([...entries, [`key${HOSTILE}`, `value${HOSTILE}`]]);
}

const issue = { path: `steps[0]${HOSTILE}`, code: `c${HOSTILE}`, message: `wrong${HOSTILE}` };
const headers = { 'x-request-id': `req\u009b31m${STRANGER_KEY}`, 'x-ratelimit-remaining': `9\u009b${STRANGER_KEY}` };
const escapedKey = STRANGER_KEY.replace(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const ANSWERS: Readonly<Record<string, (reply: Reply) => Reply>> = {
  'names and keys': ({ status, body }) => ({ status, headers, body: spoiled(body, isOrdinary) }),
  'every text': ({ status, body }) => ({ status, headers, body: spoiled(body, () => false) }),
  'the key, written in escapes': ({ status, body }) => ({
    status,
    headers,
    body: JSON.stringify(spoiled(body, isOrdinary)).replaceAll(STRANGER_KEY, escapedKey),
  }),
  'a refusal': () => ({
    status: 422,
    headers,
    body: {
      status: 'error',
      message: `no${HOSTILE}`,
      requestId: `r${HOSTILE}`,
      details: { hint: `h${HOSTILE}`, known: [HOSTILE], issues: [issue], [HOSTILE]: HOSTILE },
    },
  }),
  'no scope': () => ({ status: 403, body: { message: HOSTILE, details: { requiredScope: HOSTILE } } }),
  'a page': () => ({ status: 500, headers, body: `<title>${HOSTILE}</title>${'\u001b['.repeat(100_000)}` }),
  bytes: ({ status }) => ({ status, headers, body: Buffer.from([0, 255, 254, 192, 128, 27, 91, 50, 74, 155, 10]) }),
  'bytes in JSON': ({ status }) => ({
    status,
    headers,
    body: Buffer.concat([Buffer.from('{"data":[{"id":1,"name":"'), Buffer.from([255, 192, 155]), Buffer.from('"}]}')]),
  }),
};
const FORMATS = ['', '-o table', '--json', '-o ndjson', '-o csv', '-o yaml', '-o markdown', '-o id', '--debug'];
/** Formats whose values are the data itself: in a pipe every character of it. */
const IS_EXACT = /^-o (csv|yaml)$/;

const IS_DATA = /^(\w+ export|api|finder (preview|refine)|pull)/;

let drive: Drive;
let spoil: ((reply: Reply) => Reply) | null = null;
beforeAll(async () => {
  drive = await openDrive({ mode: 'minimal', rewrite: (reply) => spoil?.(reply) ?? reply });
});
/** Thousands of folders are removed in the long form. */
afterAll(() => drive.close(), IS_LONG ? 600_000 : undefined);

const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u202a-\u202e\u2066-\u2069\ufeff\u{e0041}]|a\u200db/u;

/** How bars and live tables are drawn over themselves. */
const OF_PROGRESS = /\u001b\[\d+A\r\u001b\[J|\r|\u001b\[K/g;

interface Case {
  readonly answer: string;
  readonly flags: string;
  readonly tty: boolean;
}

/** A status that no one knows is waited for without end. */
const flagsFor = ({ command, argv = '' }: Row, flags: string) =>
  / watch$/.test(command) || argv.includes('--watch') ? `${flags} --timeout 20s` : flags;

async function faultOf(row: Row, { answer, flags, tty }: Case): Promise<string | null> {
  const { run } = await prepare(drive, row, row.as ?? 'env');
  spoil = ANSWERS[answer] ?? null;
  const plain = await run({ flags: flagsFor(row, flags), tty, env: { REACH_NO_INPUT: '1' } }).finally(() => {
    spoil = null;
  });
  const displayed = [plain.stdout, plain.stderr].map((text) => text.replace(OF_PROGRESS, ''));
  const where = `${nameOf(row)} ${flags}, ${answer}, ${tty ? 'terminal' : 'pipe'}`;
  if (plain.code === 70 || plain.code === HANGS) return `${where}: exit ${plain.code}\n${plain.stderr}`;
  const isHtml = row.argv?.includes('--html') === true;
  const isData = !tty && (isHtml || IS_EXACT.test(flags) || IS_DATA.test(row.command));
  for (const text of isData ? displayed.slice(1) : displayed) {
    const found = UNSAFE.exec(text);
    if (found !== null)
      return `${where}: ${JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 60))}`;
  }
  // `auth token` prints it: for other programs, and nowhere but where it was asked for.
  const text = row.command === 'auth token' ? plain.stderr : `${plain.stdout}${plain.stderr}`;
  if (text.includes(STRANGER_KEY)) return `${where}: the key`;
  return null;
}

/** What a job would carry out. */
const commandsIn = (text: string): string[] =>
  text
    .split(/[\r\n\u0085\u2028\u2029]/)
    .filter((line) => /^::\S+.*::/.test(line.trim()) || line.includes('##['))
    .filter((line) => !/^::(error|warning) file=/.test(line));

async function jobFaultOf(row: Row, { answer, flags }: Case): Promise<string | null> {
  const { run } = await prepare(drive, row, row.as ?? 'env');
  spoil = ANSWERS[answer] ?? null;
  const ran = await run({ flags: flagsFor(row, flags), env: { GITHUB_ACTIONS: 'true' } }).finally(() => {
    spoil = null;
  });
  // What `auth token` prints is masked in the job's log.
  const found = commandsIn(`${ran.stdout}\n${ran.stderr}`).filter((line) => line !== `::add-mask::${STRANGER_KEY}`);
  return found.length === 0 ? null : `${nameOf(row)} ${flags}, ${answer}, in a job: ${JSON.stringify(found)}`;
}

const names = Object.keys(ANSWERS);
/** One case per row, others with each; all in the long form. */
function casesFor(at: number): Case[] {
  const all = names.flatMap((answer) =>
    FORMATS.flatMap((flags) => [true, false].map((tty) => ({ answer, flags, tty }))),
  );
  if (IS_LONG) return all;
  return [all[(at * 19) % all.length], all[(at * 7 + 3) % all.length]].filter((one) => one !== undefined);
}

const rows = TABLE.filter(({ local }, at) => local !== true && (IS_LONG || at % 4 === 1));

test.each(rows.map((row, at) => [nameOf(row), row, at] as const))(
  '%s',
  async (_name, row, at) => {
    const faults: (string | null)[] = [];
    for (const one of casesFor(at)) {
      faults.push(await faultOf(row, one));
      if (!one.tty) faults.push(await jobFaultOf(row, one));
    }
    for (const fault of faults) if (fault !== null) throw new Error(fault);
  },
  IS_LONG ? 600_000 : 20_000,
);
