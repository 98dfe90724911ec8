// A read loads what it needs: of the build the files named here, nothing of other resources; zod and schemas of the resource only
// where the local service reads the request.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listening } from '../listening.ts';
import { openHome } from './binary.ts';

const home = openHome();
const probe = join(home.folder, 'probe.cjs');
const input = join(home.folder, 'told.json');

/** Tells what was opened, and which modules of Node were loaded. */
const PROBE = `
const fs = require('node:fs');
const opened = [];
for (const name of ['openSync', 'readFileSync']) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    opened.push(String(path));
    return original(path, ...rest);
  };
}
process.on('exit', () => fs.writeFileSync(process.env.TOLD, JSON.stringify({ opened, modules: process.moduleLoadList })));
`;

const service = createServer(({ url = '' }, answer) => {
  const contact = { id: 1, firstName: 'Ada' };
  const data = url.includes('?')
    ? { contacts: [contact], page: 1, pageSize: 1, total: 1, hasNextPage: false }
    : contact;
  answer.writeHead(200, { 'content-type': 'application/json', 'x-reach-service': '0' });
  answer.end(JSON.stringify({ status: 'success', message: 'OK', data }));
});

beforeAll(async () => {
  writeFileSync(probe, PROBE);
  const remote = { baseUrl: `http://127.0.0.1:${await listening(service)}`, key: 'gsk_test' };
  mkdirSync(join(home.reachHome, 'config'));
  const config = { version: 1, current: 'local', profiles: { remote } };
  writeFileSync(join(home.reachHome, 'config', 'config.json'), JSON.stringify(config));
  // The sample workspace is made once, and its lists are remembered.
  expect(await home.run(['list', 'list', '--profile', 'local', '-q'])).toMatchObject({ code: 0 });
});
afterAll(() => {
  service.close();
  home.remove();
});

/** Of a chunk, its name without the hash. */
const nameOf = (path: string) => /[\\/]dist[\\/](?:chunks[\\/])?([\w-]+?)(?:-[\w-]{8})?\.js$/.exec(path)?.[1];

interface Input {
  readonly opened: readonly string[];
  readonly modules: readonly string[];
}

/** The launcher is not counted. */
const ALWAYS = ['reach', 'rolldown-runtime', 'base', 'core', 'plain', 'record'];
const SERVICE = ['local', 'service', 'shared', 'zod', 'record-rows', 'records'];

/** Modules of Node that take long, and what needs none of them. */
const HEAVY =
  /^NativeModule (child_process|worker_threads|crypto|zlib|tls|https|net|http|stream|internal\/deps\/undici.*)$/;

const STREAM = ['stream'];
const HTTP = ['http', 'net', 'stream'];

test.each([
  ['contacts list --limit 1 --json --profile local -q', '"id":1', [...ALWAYS, 'selection', ...SERVICE], STREAM, 535],
  ['contacts list --limit 1 --json --profile remote -q', '"id":1', [...ALWAYS, 'selection', 'http'], HTTP, 285],
  ['contacts show 1 --json --profile remote -q', '"id":1', [...ALWAYS, 'http'], HTTP, 260],
  ['contacts list --limit 1 -o id --profile local -q', '1', [...ALWAYS, 'selection', ...SERVICE], STREAM, 535],
  ['completion names lists', 'Newsletter', ['names', 'rolldown-runtime', 'base'], STREAM, 36],
])('%s', async (line, printed, chunks, modules, mostKilobytes) => {
  // Into a file, as from a shell: what tests read is a socket, which may need a stream.
  const env = { TOLD: input, NODE_OPTIONS: `--require ${probe}` };
  const ran = await home.shell(`reach ${line} > out.txt`, { env });
  expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(readFileSync(join(home.folder, 'out.txt'), 'utf8')).toContain(printed);
  const found: Input = JSON.parse(readFileSync(input, 'utf8'));
  const names = new Set(found.opened.flatMap((path) => nameOf(path) ?? []));
  expect([...names].sort()).toEqual(chunks.toSorted());
  const ours = new Set(found.opened.filter((path) => nameOf(path) !== undefined));
  const bytes = [...ours].reduce((sum, path) => sum + statSync(path).size, 0);
  expect(bytes / 1024).toBeLessThan(mostKilobytes);
  const heavy = found.modules.flatMap((name) => HEAVY.exec(name)?.[1] ?? []);
  expect(heavy.sort()).toEqual(modules);
});
