import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definitions } from '../../src/contract/definitions.ts';
import { openHome, serve } from './binary.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('with -o json one line says that it is ready, where, and with which key', async () => {
  const running = home.start(['serve', '--ephemeral', '-o', 'json']);
  await running.seen('\n');
  const { url } = JSON.parse(running.stdout());
  expect(JSON.parse(running.stdout())).toEqual({
    event: 'ready',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    key: expect.stringMatching(/^gsk_/),
    pages: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/app\/open\?link=[\w-]{43}$/),
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  // Made by the build: its first request would hold up every other for 200 ms.
  expect(await (await fetch(`${url}/definitions.json`)).text()).toBe(JSON.stringify(definitions()));
  running.kill('SIGTERM');
  const { code, stderr } = await running.ended;
  // On a busy machine it says that it was held up.
  expect([code, stderr.replace(/^local service: no request was answered for \d+ ms, .*\n/gm, '')]).toEqual([0, '']);
});

test('a second serve on the same data is exit 6 and names who holds it', async () => {
  const data = join(home.folder, 'team');
  const first = await serve(home, ['--data', data, '--empty']);
  const second = await home.run(['serve', '--data', data]);
  expect(second).toMatchObject({ code: 6, stdout: '' });
  expect(second.stderr).toContain(`process ${first.running.pid}`);
  expect(second.stderr).toContain(first.url);
  expect(await first.stop()).toMatchObject({ code: 0 });
  const third = await serve(home, ['--data', data, '--empty']);
  expect(third.key).toBe(first.key);
  await third.stop();
});

test('a port that is taken is exit 6', async () => {
  const first = await serve(home);
  const second = await home.run(['serve', '--ephemeral', '--port', new URL(first.url).port]);
  expect(second).toMatchObject({ code: 6, stdout: '' });
  expect(second.stderr).toContain('--port 0');
  await first.stop();
});

test('--require-webhook-signature: a delivery needs a timed signature', async () => {
  const served = await serve(home, ['--empty', '--require-webhook-signature']);
  const post = async (url: string, body: unknown, more: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', ...more };
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
    return { status: answer.status, body: Object(await answer.json()) };
  };
  const block = { id: 'company', kind: 'BLOCK', blockId: 'IMPORT_COMPANY_FROM_PAYLOAD', next: [] };
  const plan = { nodes: [{ ...block, inputs: { companyPayload: { webhookInputKey: 'company' } } }] };
  const trigger = { type: 'WEBHOOK', inputs: [{ key: 'company', type: 'companyPayload' }] };
  const workflow = { name: 'Hook', plan, trigger, publish: true };
  const made = await post(`${served.url}/v1/workflows`, workflow, { 'x-api-key': served.key });
  const { webhookUrl, webhookSecret } = made.body.data.trigger;
  expect(webhookUrl.startsWith(`${served.url}/wf/`)).toBe(true);
  const payload = { company: { name: 'Analytical' } };
  expect((await post(webhookUrl, payload, { 'x-webhook-secret': webhookSecret })).status).toBe(401);
  const env = { REACH_BASE_URL: served.url, REACH_API_KEY: served.key, REACH_WEBHOOK_SECRET: webhookSecret };
  const ran = await home.run(['workflow', 'trigger', 'Hook', '-F', 'company:={"name":"Engines"}', '--json'], { env });
  expect([ran.code, ran.stderr, JSON.parse(ran.stdout)]).toMatchObject([0, '', { sequenceNumber: 1 }]);
  await served.stop();
});

/** Every file below a folder, as path → text. */
function filesOf(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')] as const);
}

test('the key is in no output and no file but those that are there to keep it', async () => {
  const own = openHome();
  const data = join(own.folder, 'served');
  const served = await serve(own, ['--data', data]);
  const login = ['auth', 'login', '--base-url', served.url, '--key-stdin', '--debug'];
  writeFileSync(join(own.folder, 'people.csv'), 'First Name,Last Name,Company\nAda,Lovelace,Engines\nGrace,,\n');
  const outputs = [await own.run(login, { stdin: served.key })];
  // What fails says so in two forms; what works shows the same requests in both. Of either form, one is a process.
  const ask = (output: 'table' | 'json') => (argv: string) =>
    (output === 'table' ? own.run : own.here)([...argv.split(' '), '--debug', '-o', output]);
  const both = ['auth status', 'contacts show 999999', 'contacts create -f firstName='];
  const imports = 'contacts import people.csv';
  outputs.push(
    ...(await Promise.all([...both, 'profile list', 'contacts list', 'local status'].map(ask('table')))),
    ...(await Promise.all([...both, 'profile show', 'contacts export --file contacts.csv'].map(ask('json')))),
    await ask('table')(`${imports} --results results.csv --rejects rejects.csv`),
    await ask('json')(imports),
  );
  const wrong = { env: { REACH_BASE_URL: served.url, REACH_API_KEY: 'gsk_wrong_0123456789' } };
  outputs.push(await own.run(['auth', 'status', '--debug'], wrong));
  await served.stop();
  const texts = outputs.map(({ stdout, stderr }) => stdout + stderr);
  expect(texts.filter((text) => text.includes(served.key) || text.includes('gsk_wrong_0123456789'))).toEqual([]);
  expect(texts.filter((text) => text.includes('debug: '))).not.toEqual([]);
  const holding = filesOf(own.folder)
    .filter(([, text]) => text.includes(served.key))
    .map(([path]) => path.slice(own.folder.length + 1))
    .sort();
  expect(holding).toEqual(['reach/config/config.json', 'served/admin.key']);
  own.remove();
});

test('a store that is deleted under a server is brought back from a snapshot', async () => {
  const data = join(home.folder, 'kept');
  const served = await serve(home, ['--data', data, '--empty', '--admin']);
  const call = (path: string, body: object) =>
    fetch(`${served.url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': served.key, 'x-admin-token': served.adminToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
  expect(await call('/v1/lists', { name: 'Kept' })).toBe(200);
  expect(await call('/_local/snapshot', { path: join(data, 'kept.db') })).toBe(200);
  rmSync(join(data, 'reach.db'));
  expect(await call('/v1/lists', { name: 'Lost' })).toBe(503);
  const stopped = await served.stop();
  expect([stopped.code, stopped.stderr]).toEqual([
    0,
    expect.stringContaining(`reach local restore FILE --data ${data} puts a snapshot in its place`),
  ]);
});
