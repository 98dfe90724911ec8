// The GitHub Action and the container: their steps, as a runner or Docker would start them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BINARY, ROOT, serve, start } from './binary.ts';
import { homeForAllTests, servedForAllTests } from './opened.ts';

const home = homeForAllTests();
const served = servedForAllTests(home, ['--ephemeral', '--empty']);
beforeAll(async () => {
  expect((await home.here(['init', 'outreach'], { env: served.env })).code).toBe(0);
});

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const action: { readonly inputs: object; readonly runs: { readonly steps: readonly Step[] } } = parse(
  readFileSync(join(ROOT, 'action.yml'), 'utf8'),
);

/** Runs a step with what the runner would put in place of its expressions. */
async function runStep(wanted: string) {
  const step = action.runs.steps.find(({ name }) => name === wanted);
  const url = served.env['REACH_BASE_URL'];
  const values = new Map([
    ['inputs.base-url', url],
    ['inputs.api-key', served.env['REACH_API_KEY']],
    ['inputs.folder', 'outreach'],
    ['inputs.lock', 'production'],
  ]);
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression) => values.get(expression) ?? ''),
    ]),
  );
  const script = `reach() { '${process.execPath}' '${BINARY}' "$@"; }\n${step?.run ?? 'false'}`;
  const all = home.env({ ...env, RUNNER_TEMP: home.folder });
  // As `shell: bash` of a runner does.
  return await start('bash', ['-eo', 'pipefail', '-c', script], { cwd: home.folder, stdin: '', env: all }).ended;
}

test('a pull request is checked and planned, a push applied; then nothing is left to do', async () => {
  expect(await runStep('lint')).toMatchObject({ code: 0, stderr: expect.stringContaining('no problems') });
  expect(await runStep('plan')).toMatchObject({ code: 0 });
  const plan = () => readFileSync(join(home.folder, 'plan.md'), 'utf8');
  expect(plan()).toContain('campaign/Welcome');
  expect(await runStep('apply')).toMatchObject({ code: 0, stderr: expect.stringContaining('5 applied') });
  expect((await runStep('plan')).stderr).toContain('5 unchanged');
});

test('a mistake stops the pull request and the push, and nothing is sent', async () => {
  const file = join(home.folder, 'outreach', 'campaigns', 'welcome.yaml');
  const sound = readFileSync(file, 'utf8');
  writeFileSync(file, sound.replace('type: email\n', 'type: emial\n'));
  expect(readFileSync(file, 'utf8')).not.toBe(sound);
  for (const step of ['lint', 'plan', 'apply']) expect([step, (await runStep(step)).code]).not.toEqual([step, 0]);
  writeFileSync(file, sound);
});

test('the container: what it starts is healthy by its health check until it is stopped', async () => {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const wordsOf = (instruction: string): readonly string[] =>
    JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(text)?.[1] ?? '[]');
  const [program, command, ...flags] = [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')];
  expect([program, command, flags.filter((flag) => flag === '8080')]).toEqual(['reach', 'serve', ['8080']]);
  expect(text).toMatch(/^USER 1000$/m);
  const { services } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'));
  const { ports, environment, depends_on: needed } = services.reach;
  expect([ports, Object.keys(needed)]).toEqual([[expect.stringMatching(/:8080$/)], ['database']]);
  expect(environment.REACH_DATABASE_URL).toMatch(/@database\/reach$/);
  expect(services.database.environment).toMatchObject({ POSTGRES_USER: 'reach', POSTGRES_DB: 'reach' });
  const container = await serve(home, ['--empty', ...flags.map((flag) => (flag === '8080' ? '0' : flag))]);
  const port = new URL(container.url).port;
  const [, ...check] = wordsOf(' {4}CMD').map((word) => word.replace('8080', port));
  const health = async () => (await start(process.execPath, check, { env: home.env() }).ended).code;
  expect(await health()).toBe(0);
  expect((await container.stop()).code).toBe(0);
  expect(await health()).toBe(1);
});
