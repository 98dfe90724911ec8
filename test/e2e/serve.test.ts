import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openHome, serve } from './binary.ts';

const home = openHome();
afterAll(() => home.remove());

test('with -o json one line says that it is ready, where, and with which key', async () => {
  const running = home.start(['serve', '--ephemeral', '-o', 'json']);
  await running.seen('\n');
  const { url } = JSON.parse(running.stdout());
  expect(JSON.parse(running.stdout())).toEqual({
    event: 'ready',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    key: expect.stringMatching(/^gsk_/),
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a second serve on the same data is exit 6 and names who holds it', async () => {
  const data = join(home.folder, 'team');
  const first = await serve(home, ['--data', data]);
  const second = await home.run(['serve', '--data', data]);
  expect(second).toMatchObject({ code: 6, stdout: '' });
  expect(second.stderr).toContain(`process ${first.running.pid}`);
  expect(second.stderr).toContain(first.url);
  expect(await first.stop()).toMatchObject({ code: 0 });
  const third = await serve(home, ['--data', data]);
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

test('--require-webhook-signature: a delivery needs the secret', async () => {
  const served = await serve(home, ['--empty', '--require-webhook-signature']);
  const post = async (url: string, body: unknown, headers: Record<string, string>) => {
    const sent = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    };
    const answer = await fetch(url, sent);
    return { status: answer.status, body: Object(await answer.json()) };
  };
  const plan = {
    nodes: [
      {
        id: 'company',
        kind: 'BLOCK',
        blockId: 'IMPORT_COMPANY_FROM_PAYLOAD',
        inputs: { companyPayload: { webhookInputKey: 'company' } },
        next: [],
      },
    ],
  };
  const trigger = { type: 'WEBHOOK', inputs: [{ key: 'company', type: 'companyPayload' }] };
  const workflow = { name: 'Hook', plan, trigger, publish: true };
  const made = await post(`${served.url}/v1/workflows`, workflow, { 'x-api-key': served.key });
  const { webhookUrl, webhookSecret } = made.body.data.trigger;
  expect(webhookUrl.startsWith(`${served.url}/wf/`)).toBe(true);
  const payload = { company: { name: 'Analytical' } };
  expect((await post(webhookUrl, payload, {})).status).toBe(401);
  expect((await post(webhookUrl, payload, { 'x-webhook-secret': webhookSecret })).status).toBe(200);
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
  for (const argv of [
    'auth status',
    'profile list',
    'profile show',
    'contacts list',
    'contacts show 999999',
    'contacts create -f firstName=',
    'contacts import people.csv --results results.csv --rejects rejects.csv',
    'contacts import people.csv',
    'contacts export --file contacts.csv',
    'local status',
  ]) {
    for (const output of ['table', 'json']) outputs.push(await own.run([...argv.split(' '), '--debug', '-o', output]));
  }
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
