// A server that does nothing: it counts the bytes of a request off and answers with the same text each time. Straight on
// the socket, because node:http would cost more than what is measured against it. Its argument: `results`, where the answer to a
// bulk has one for each item.

import { createServer, type Socket } from 'node:net';

function answer(data: object): Buffer {
  const body = JSON.stringify({ status: 'success', message: 'ok', data });
  const head = [
    'HTTP/1.1 200 OK',
    'content-type: application/json',
    'x-reach-service: 0',
    'x-ratelimit-limit: none',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** As the interface shows a contact that was created. */
const result = (index: number) => ({
  index,
  success: true,
  contact: {
    id: 1_000_000 + index,
    appUrl: `https://app.example.com/contacts/${1_000_000 + index}`,
    firstName: 'Ada',
    lastName: `Lovelace${index}`,
    professionalEmail: `ada.${index}@company.example.com`,
    networkProfileUrl: `https://www.linkedin.com/in/person-${index}`,
    companyId: 2_000_000 + index,
    companyAppUrl: `https://app.example.com/companies/${2_000_000 + index}`,
    createdAt: '2026-05-04T09:30:00.000Z',
    contactOutcome: 'CREATED',
  },
});

const hasResults = process.argv[2] === 'results';
/** By the number of their items. */
const bulks = new Map<number, Buffer>();

function bulkAnswer(items: number): Buffer {
  const known = bulks.get(items);
  if (known !== undefined) return known;
  const results = Array.from({ length: items }, (_, index) => result(index));
  const made = answer({ results, summary: { total: items, created: items, merged: 0, failed: 0 } });
  bulks.set(items, made);
  return made;
}

const OPENING = 0x7b;

/** Objects that begin in a part of a body: its items, and the body itself. */
function objectsIn(bytes: Buffer, from: number, to: number): number {
  let objects = 0;
  for (let at = bytes.indexOf(OPENING, from); at >= 0 && at < to; at = bytes.indexOf(OPENING, at + 1)) objects += 1;
  return objects;
}

const FIELDS = answer({ fields: [] });
const CONTACT = answer({ id: 1, firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@example.com' });

function serve(socket: Socket): void {
  /** Bytes of the body still to come; -1 between requests. */
  let left = -1;
  let head = '';
  /** Null: what a bulk is answered with, by the objects of its body. */
  let reply: Buffer | null = null;
  let objects = 0;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    let at = 0;
    while (at < chunk.length) {
      if (left < 0) {
        head += chunk.toString('latin1', at, Math.min(chunk.length, at + 2_048));
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const before = head.length - Math.min(chunk.length - at, 2_048);
        at += end + 4 - before;
        left = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        reply = head.startsWith('POST') ? null : head.includes('/fields ') ? FIELDS : CONTACT;
        head = '';
        objects = 0;
      }
      const taken = Math.min(left, chunk.length - at);
      if (hasResults) objects += objectsIn(chunk, at, at + taken);
      at += taken;
      left -= taken;
      if (left > 0) return;
      left = -1;
      socket.write(reply ?? bulkAnswer(Math.max(objects - 1, 0)));
    }
  });
}

const server = createServer({ noDelay: true }, serve);
server.listen(0, '127.0.0.1', () => {
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
