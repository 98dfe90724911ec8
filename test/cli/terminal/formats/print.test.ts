import { expect, test } from 'vitest';
import { PLAIN } from '../../../../src/cli/terminal/formats/colour.ts';
import { printerOf } from '../../../../src/cli/terminal/formats/print.ts';
import { type Io, processIo } from '../../../../src/cli/terminal/io.ts';
import { settingsOf } from '../../../../src/cli/terminal/settings.ts';

const view = { noun: 'contact', plural: 'contacts', columns: [{ key: 'id', kind: 'number' }] } as const;

/** A terminal; `events` are what was printed (its first line and how many follow) and what was read, in order. */
function terminal() {
  const events: string[] = [];
  const write = async (text: string) => {
    const lines = text.trimEnd().split('\n');
    events.push(`printed ${lines[0]?.trim()} and ${lines.length - 1} more`);
  };
  const out = { isTTY: true, columns: 80, closed: false, write, raw: process.stderr };
  const io: Io = {
    ...processIo(),
    env: {},
    stdout: out,
    stderr: { ...out, write: async (text) => void events.push(text) },
  };
  return { events, out, printer: printerOf(io, settingsOf(io, {}, null), { stdout: PLAIN, stderr: PLAIN }) };
}

async function* pages(count: number, events: string[], failsAfter = Number.POSITIVE_INFINITY) {
  for (let page = 0; page < count; page += 1) {
    if (page >= failsAfter) throw new Error('lost');
    events.push(`read page ${page + 1}`);
    for (let at = 1; at <= (page === count - 1 ? 50 : 100); at += 1) yield { id: page * 100 + at };
  }
}

test('on a terminal a page is printed before the next one is read', async () => {
  const { events, printer } = terminal();
  expect(await printer.list(view, pages(3, events))).toBe(250);
  expect(events).toEqual([
    ...['read page 1', 'printed ID and 101 more', 'read page 2', 'printed 101 and 99 more'],
    ...['read page 3', 'printed 201 and 49 more'],
  ]);
});

test('what failed after the first page is reported below it', async () => {
  const { events, printer } = terminal();
  await expect(printer.list(view, pages(3, events, 1))).rejects.toThrow('lost');
  expect(events).toEqual(['read page 1', 'printed ID and 101 more']);
});

test('nothing more is read once the reader has gone away', async () => {
  const { events, out, printer } = terminal();
  const { write } = out;
  out.write = async (text) => {
    await write(text);
    out.closed = true;
  };
  expect(await printer.list(view, pages(3, events))).toBe(100);
  expect(events).toEqual(['read page 1', 'printed ID and 101 more']);
});

test('none: a note', async () => {
  const { events, printer } = terminal();
  expect(await printer.list(view, [])).toBe(0);
  expect(events).toEqual(['no contacts\n']);
});
