import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { place, read, write } from '../outreach/folder.ts';
import { type Served, served } from '../outreach/mistakes.ts';
import { go, openWorkflows, reach } from './workflow-world.ts';

openWorkflows();

describe('import sources', () => {
  test('are resolved by the service; --resolved prints the file that needs no preview any more', async () => {
    const preview = await go('finder preview "CTOs at software companies in Germany" --json');
    const { previewId } = JSON.parse(preview.stdout);
    const source = `importSources:\n  - { nodeId: found, source: { previewId: ${previewId}, maxCount: 10 } }\n`;
    const inputs = await go(`api "/v1/workflows/import-inputs?previewId=${previewId}"`);
    expect([inputs.code, inputs.stderr]).toEqual([0, '']);
    const { blockId } = JSON.parse(inputs.stdout).data;
    reach.write(
      'found.yaml',
      `name: Found\nnodes:\n  - { id: found, kind: BLOCK, blockId: ${blockId}, next: [] }\n${source}`,
    );
    expect((await go('workflow lint --publish found.yaml')).code).toBe(0);
    const resolved = await go('workflow validate found.yaml --resolved');
    expect([resolved.code, resolved.stdout]).toEqual([0, expect.stringContaining('search:')]);
    expect(resolved.stdout).not.toContain('importSources');
    reach.write('kept.yaml', resolved.stdout);
    expect((await go('workflow lint --publish kept.yaml')).code).toBe(0);
    const made = JSON.parse((await go('workflow create found.yaml --yes --json')).stdout);
    expect(JSON.parse((await go(`workflow update ${made.id} kept.yaml --yes --json`)).stdout).outcome).toBe(
      'UNCHANGED',
    );
  });
});

describe('the CI recipe with what finder preview --workflow prints', () => {
  let remote: Served;
  afterEach(() => remote.close());

  const previewed = async (text: string, more = '') =>
    (await go(`finder preview "${text}" --workflow -o yaml`)).stdout.replaceAll('next:\n      - ""', 'next: []') + more;

  /** The steps of README, and the requests that write. */
  async function recipe() {
    remote.requests.length = 0;
    const made = await go('workflow update found.yaml --create -o json', { env: remote.env });
    if (made.code !== 0) return { code: made.code, stderr: made.stderr, writes: remote.requests.filter(isWrite) };
    const { id, outcome } = JSON.parse(made.stdout);
    const published = await go(`workflow publish ${id} --if-changed -o json`, { env: remote.env });
    const { version } = JSON.parse(published.stdout);
    const writes = remote.requests.filter(isWrite).map((request) => request.replace(`/${id}/`, '/ID/'));
    return { outcome, version, stderr: made.stderr, writes };
  }
  /** The lock of `apply` is no write. */
  const isWrite = (request: string) => !request.startsWith('GET ') && !request.endsWith('/_reach/apply-lock');
  const edited = ['PATCH /v1/workflow/ID/draft', 'POST /v1/workflow/ID/publish'];

  test('unchanged: nothing is sent, also when the preview has expired; another preview: new inputs, a new version', async () => {
    remote = await served(reach);
    const name = 'name: Found\n';
    reach.write('found.yaml', await previewed('CTOs at software companies in Germany', name));
    const created = ['POST /v1/workflows', 'POST /v1/workflow/ID/publish'];
    expect(await recipe()).toMatchObject({ outcome: 'CREATED', version: 1, writes: created });
    expect(await recipe()).toMatchObject({ outcome: 'UNCHANGED', version: 1, writes: [] });
    reach.write('found.yaml', await previewed('Heads of sales at banks in France', name));
    expect(await recipe()).toMatchObject({ outcome: 'UPDATED', version: 2, writes: edited });
    expect(await recipe()).toMatchObject({ outcome: 'UNCHANGED', version: 2, writes: [] });
    await reach.clock.advance(25 * 3_600_000);
    const expired = await recipe();
    expect(expired).toMatchObject({ outcome: 'UNCHANGED', version: 2, writes: [] });
    expect(expired.stderr).toContain('has expired: node "import" keeps the inputs it has');
  });

  test('a preview of another block, or one that never was: refused at its line, nothing is sent', async () => {
    remote = await served(reach);
    const text = await previewed('CTOs at software companies in Germany', 'name: Found\n');
    reach.write('found.yaml', `${text.slice(0, text.indexOf('importSources'))}name: Found\n`);
    expect((await go('workflow create found.yaml --yes -o id')).code).toBe(0);
    reach.write('found.yaml', text.replace(/previewId: .*/, 'previewId: 00000000-0000-4000-8000-000000000000'));
    const stderr = expect.stringContaining('"path":"importSources[0].source.previewId","code":"unknown_preview"');
    expect(await recipe()).toMatchObject({ code: 3, stderr, writes: [] });
    reach.write('found.yaml', text.replace(/blockId: .*/, 'blockId: IMPORT_COMPANY_FROM_PAYLOAD'));
    expect(await recipe()).toMatchObject({ code: 3, writes: [] });
  });

  test('in an outreach folder: the same, by plan and apply', async () => {
    remote = await served(reach);
    const head = 'name: Found in a folder\npublish: true\n';
    const apply = async () => {
      remote.requests.length = 0;
      const ran = await go('apply --yes', { env: remote.env });
      const writes = remote.requests.filter(isWrite).map((request) => request.replace(/workflow\/\d+/, 'workflow/ID'));
      return { code: ran.code, stderr: ran.stderr, writes };
    };
    place(reach, { 'workflows/found.yaml': await previewed('CTOs at software companies in Germany', head) });
    for (const command of ['lint', 'lint --online', 'plan']) {
      expect((await go(command, { env: remote.env })).code, command).toBe(0);
    }
    expect(await apply()).toMatchObject({ code: 0, writes: ['POST /v1/workflows'] });
    expect(await apply()).toMatchObject({ code: 0, writes: [] });
    write(reach, 'workflows/found.yaml', await previewed('Heads of sales at banks in France', head));
    expect((await go('plan', { env: remote.env })).stdout).toContain('+ ["Head of Sales"]');
    expect(await apply()).toMatchObject({ code: 0, writes: edited });
    expect(await apply()).toMatchObject({ code: 0, writes: [] });
    const text = read(reach, 'workflows/found.yaml');
    expect((await go('pull', { env: remote.env })).code).toBe(0);
    expect(read(reach, 'workflows/found.yaml')).toBe(text);
    await reach.clock.advance(25 * 3_600_000);
    const expired = await apply();
    expect(expired).toMatchObject({ code: 0, writes: [] });
    expect(expired.stderr).toContain('has expired: node "import" keeps the inputs it has');
    expect((await go('lint --online', { env: remote.env })).code).toBe(0);
    rmSync(join(reach.home, 'outreach/.reach'), { recursive: true });
    expect(await apply()).toMatchObject({ code: 0, writes: [] });

    write(reach, 'workflows/found.yaml', text.replace(/name: .*/, 'name: Not applied'));
    const found = ['lint --online', 'plan', 'apply --yes'].map((command) => go(command, { env: remote.env }));
    const ran = await Promise.all(found);
    expect(ran.map(({ code }) => code)).toEqual([1, 1, 3]);
    expect(ran[0]?.stdout).toMatch(/found\.yaml:\d+:\d+.*create one with reach finder preview/s);
  });
});
