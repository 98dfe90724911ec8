// AI messages, AI snippets, message templates and tones over the interface.

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { openWorld } from '../../world.ts';
import { create, done } from '../campaigns/bodies.ts';
import {
  FOLDERS,
  get,
  kept,
  MESSAGES,
  message,
  patch,
  post,
  refusedWhole,
  SNIPPETS,
  snippet,
  TEMPLATES,
  TONES,
  template,
  VARIABLES,
  variable,
} from './bodies.ts';

const world = worldForEachTest();

const codes = ({ details }: { details: { issues: { path: string; code: string }[] } }) =>
  details.issues.map(({ path, code }) => `${path} ${code}`);

describe('reads return rich text and plain text that can be sent back', () => {
  beforeEach(() => post(world, VARIABLES, variable));

  test('a message', async () => {
    const prompt = 'To {firstName}: {{keep}} {aiResearch:Company summary} and {aiResearch:1}';
    const made = await post(world, MESSAGES, { ...message, prompt });
    const research = { type: 'aiResearch', id: 1, name: 'Company summary' };
    expect([made.prompt, made.promptRichText]).toEqual([
      prompt,
      [
        { type: 'text', text: 'To ' },
        { type: 'field', fieldId: 'firstName', token: '{firstName}' },
        { type: 'text', text: ': {keep} ' },
        { ...research, token: '{aiResearch:Company summary}' },
        { type: 'text', text: ' and ' },
        { ...research, token: '{aiResearch:1}' },
      ],
    ]);
    expect(await patch(world, `${MESSAGES}/1`, made)).toEqual(made);
    await patch(world, `${VARIABLES}/1`, { name: 'Summary' });
    expect((await get(world, `${MESSAGES}/1`)).prompt).toBe(
      'To {firstName}: {{keep}} {aiResearch:Summary} and {aiResearch:1}',
    );
  });

  test('a template: subject and every message', async () => {
    await post(world, SNIPPETS, snippet);
    const body = {
      ...template,
      channel: 'EMAIL',
      subject: '{companyName} {{x}}',
      messages: ['{aiSnippet:Opening line}', 'Bye'],
    };
    const made = await post(world, TEMPLATES, body);
    expect(made).toMatchObject(body);
    expect(made.messagesRichText).toEqual([
      [{ type: 'aiSnippet', id: 1, name: 'Opening line', token: '{aiSnippet:Opening line}' }],
      [{ type: 'text', text: 'Bye' }],
    ]);
    expect(await patch(world, `${TEMPLATES}/1`, made)).toEqual(made);
  });

  test('any text of the token syntax is read as it was written, and sent back it is no change', async () => {
    await post(world, SNIPPETS, snippet);
    const token = fc.constantFrom('{firstName}', '{identity.name}', '{Company summary}', '{aiResearch:1}');
    const named = fc.constantFrom('{aiResearch:Company summary}', '{{', '}}', '{{firstName}}');
    const literal = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é', ':', '#', '"', '\\') });
    const prompts = fc.array(fc.oneof(token, named, literal)).map((parts) => `Say ${parts.join('')}`);
    await fc.assert(
      fc.asyncProperty(prompts, async (prompt) => {
        const read = await patch(world, `${SNIPPETS}/1`, { prompt });
        expect(read.prompt).toBe(prompt);
        expect(await patch(world, `${SNIPPETS}/1`, read)).toEqual(read);
      }),
    );
  });

  test('a name that became ambiguous is read as its id', async () => {
    await post(world, MESSAGES, message);
    await post(world, MESSAGES, { ...message, name: 'Second', prompt: 'After {aiMessage:First email}' });
    await post(world, MESSAGES, { ...message, name: 'First email' });
    expect((await get(world, `${MESSAGES}/2`)).prompt).toBe('After {aiMessage:1}');
  });
});

describe('unknown and ambiguous tokens: 400 with every issue and valid tokens', () => {
  test('an ambiguous name lists candidate ids; the id form is accepted', async () => {
    await post(world, VARIABLES, variable);
    await post(world, VARIABLES, { ...variable, entity: 'CONTACT', prompt: 'x' });
    const refused = await refusedWhole(world, 'POST', MESSAGES, {
      ...message,
      prompt: '{aiResearch:Company summary} {aiResearch:Nothing} {nothing}',
    });
    expect(refused.message).toMatch(
      /^Invalid placeholders detected: \{aiResearch:Company summary\}, \{aiResearch:Nothing\}, \{nothing\}\. /,
    );
    expect(refused.details.issues[0]).toEqual({
      path: 'prompt',
      code: 'ambiguous_reference',
      message:
        '"Company summary" is ambiguous: AI research 1 (COMPANY), 2 (CONTACT); write {aiResearch:1} with the id that is meant',
      token: '{aiResearch:Company summary}',
      candidates: [1, 2],
    });
    expect(codes(refused).slice(1)).toEqual(['prompt unknown_reference', 'prompt unknown_placeholder']);
    expect(refused.details.validTokenSample).toContain('{firstName}');
    expect((await post(world, MESSAGES, { ...message, prompt: '{aiResearch:2}' })).prompt).toBe('{aiResearch:2}');
  });

  test('the sample has what this kind may refer to', async () => {
    await post(world, VARIABLES, variable);
    await post(world, SNIPPETS, snippet);
    const bad = await refusedWhole(world, 'POST', TEMPLATES, { ...template, messages: ['{nothing}'] });
    expect(bad.details.validTokenSample).toContain('{aiSnippet:Opening line}');
    expect(bad.details.validTokenSample).toContain('{aiResearch:Company summary}');
    for (const token of bad.details.validTokenSample) {
      expect((await post(world, TEMPLATES, { ...template, messages: [token] })).messages).toEqual([token]);
    }
  });

  test('reference policy: what each kind may refer to', async () => {
    await post(world, VARIABLES, variable);
    await post(world, SNIPPETS, snippet);
    await post(world, MESSAGES, message);
    const tokens = ['{aiResearch:1}', '{aiSnippet:1}', '{aiMessage:1}'];
    const accepted = async (path: string, bodyOf: (token: string) => unknown) => {
      const found = [];
      for (const token of tokens) {
        const reply = await world.call('POST', path, { body: bodyOf(token) });
        const code = reply.body.details?.issues[0].code;
        found.push(reply.status === 200 || code);
      }
      return found;
    };
    const no = 'reference_not_allowed';
    expect(await accepted(MESSAGES, (prompt) => ({ ...message, prompt }))).toEqual([true, no, true]);
    expect(await accepted(SNIPPETS, (prompt) => ({ ...snippet, prompt }))).toEqual([true, no, no]);
    expect(await accepted(TEMPLATES, (text) => ({ ...template, messages: [text] }))).toEqual([true, true, no]);
    expect(await accepted(VARIABLES, (prompt) => ({ ...variable, name: 'x', prompt }))).toEqual([no, no, no]);
  });

  test('messages that need each other in a circle', async () => {
    await post(world, MESSAGES, message);
    await post(world, MESSAGES, { ...message, name: 'Second', prompt: '{aiMessage:First email}' });
    const self = await refusedWhole(world, 'PATCH', `${MESSAGES}/1`, { prompt: '{aiMessage:1}' });
    const round = await refusedWhole(world, 'PATCH', `${MESSAGES}/1`, { prompt: '{aiMessage:Second}' });
    expect([codes(self), round.message]).toEqual([
      ['prompt cycle'],
      'prompt: an AI message cannot refer to itself: 1 refers to 2 refers to 1',
    ]);
  });
});

describe('what is required', () => {
  test.each([
    [MESSAGES, ['name required', 'channel required', 'toneId required', 'prompt required']],
    [SNIPPETS, ['name required', 'toneId required', 'prompt required']],
    [TEMPLATES, ['name required', 'messages required']],
  ])('%s', async (path, wanted) => {
    const refused = await refusedWhole(world, 'POST', path, {});
    expect([refused.status, codes(refused)]).toEqual([400, wanted]);
  });

  test('toneId is one of the tones endpoint', async () => {
    const refused = await refusedWhole(world, 'POST', SNIPPETS, { ...snippet, toneId: 99 });
    expect(codes(refused)).toEqual(['toneId unknown_tone']);
    const { tones } = await get(world, TONES);
    expect((await post(world, SNIPPETS, { ...snippet, toneId: tones.at(-1).id })).toneId).toBe(5);
  });

  test('a folder of another tree: 400, folder not found or entity mismatch', async () => {
    await post(world, `${FOLDERS}/ai-snippets`, { name: 'Mine' });
    const refused = await refusedWhole(world, 'POST', MESSAGES, { ...message, folderId: 1 });
    expect([refused.status, refused.message]).toEqual([
      400,
      'folderId: folder not found or entity mismatch: there is no folder 1 of ai-messages: it is one of ai-snippets',
    ]);
    expect((await post(world, SNIPPETS, { ...snippet, folderId: 1 })).folderId).toBe(1);
  });
});

describe('delete', () => {
  test('soft: no one finds it any more, and the row stays', async () => {
    await post(world, MESSAGES, message);
    expect(await done(world, 'DELETE', `${MESSAGES}/1`)).toEqual({ id: 1, deleted: true });
    expect((await get(world, MESSAGES)).aiMessages).toEqual([]);
    for (const method of ['GET', 'DELETE']) {
      expect((await world.call(method, `${MESSAGES}/1`)).status).toBe(404);
    }
    expect((await kept(world))[1]).toMatchObject([{ id: 1, name: 'First email' }]);
    expect((await post(world, MESSAGES, message)).id).toBe(2);
    const named = await refusedWhole(world, 'POST', MESSAGES, { ...message, prompt: '{aiMessage:1}' });
    expect(codes(named)).toEqual(['prompt unknown_reference']);
  });

  test('409 while another AI entity refers to it, naming it; free again when that is changed or deleted', async () => {
    await post(world, VARIABLES, variable);
    await post(world, SNIPPETS, { ...snippet, prompt: '{aiResearch:Company summary}' });
    await post(world, TEMPLATES, { ...template, messages: ['{aiSnippet:1} {aiResearch:1}'] });
    await post(world, MESSAGES, { ...message, prompt: '{aiResearch:1}' });
    await post(world, MESSAGES, { ...message, name: 'Second', prompt: '{aiMessage:1}' });
    expect((await refusedWhole(world, 'DELETE', `${VARIABLES}/1`)).message).toBe(
      'AI variable 1 "Company summary" is still referenced by AI message 1 "First email", AI snippet 1 "Opening line", message template 1 "Introduction"',
    );
    expect((await refusedWhole(world, 'DELETE', `${SNIPPETS}/1`)).message).toBe(
      'AI snippet 1 "Opening line" is still referenced by message template 1 "Introduction"',
    );
    expect((await refusedWhole(world, 'DELETE', `${MESSAGES}/1`)).details).toEqual({
      referencedBy: [{ kind: 'ai-message', id: 2, name: 'Second' }],
    });
    await patch(world, `${MESSAGES}/2`, { prompt: 'Alone' });
    await done(world, 'DELETE', `${MESSAGES}/1`);
    await done(world, 'DELETE', `${TEMPLATES}/1`);
    await done(world, 'DELETE', `${SNIPPETS}/1`);
    await done(world, 'DELETE', `${VARIABLES}/1`);
  });

  test('409 while an active campaign step has it; a step’s own copy goes with its campaign', async () => {
    await post(world, VARIABLES, variable);
    await post(world, MESSAGES, { ...message, prompt: '{aiResearch:1}' });
    const { steps } = await create(world, { identityId: 1, steps: [{ type: 'email', aiMessageId: 1 }] });
    expect(steps[0].aiMessageId).toBe(2);
    await done(world, 'POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
    const user = { kind: 'campaign', id: 1, name: 'A campaign', status: 'ACTIVE' };
    expect((await refusedWhole(world, 'DELETE', `${MESSAGES}/1`)).details).toEqual({ referencedBy: [user] });
    expect((await refusedWhole(world, 'DELETE', `${VARIABLES}/1`)).details.referencedBy).toContainEqual(user);
    await done(world, 'POST', '/v1/campaign/1/status', { body: { status: 'COMPLETED' } });
    await done(world, 'DELETE', `${MESSAGES}/1`);
    expect((await refusedWhole(world, 'DELETE', `${MESSAGES}/2`)).message).toBe(
      'AI message 2 "First email" is still referenced by campaign 1 "A campaign" (COMPLETED)',
    );
  });
});

describe('campaign steps use the workspace’s own messages', () => {
  test('each step has a copy with everything the message says; changing one leaves the other', async () => {
    const full = { ...message, outputLength: 'LONG', splitMessages: true, model: 'm-1', description: 'd' };
    await post(world, MESSAGES, full);
    await create(world, { steps: [{ type: 'email', aiMessageId: 1 }] });
    const copy = await get(world, `${MESSAGES}/2`);
    expect(copy).toMatchObject({ ...full, id: 2, campaignId: 1 });
    expect((await get(world, MESSAGES)).aiMessages.map(({ id }: { id: number }) => id)).toEqual([1]);
    await patch(world, `${MESSAGES}/2`, { prompt: 'Only here' });
    await patch(world, `${MESSAGES}/1`, { name: 'Renamed' });
    expect((await get(world, `${MESSAGES}/1`)).prompt).toBe(full.prompt);
    expect((await get(world, `${MESSAGES}/2`)).prompt).toBe('Only here');
  });

  test('it must exist, and its channel must be the step’s', async () => {
    await post(world, MESSAGES, message);
    await post(world, MESSAGES, message);
    await done(world, 'DELETE', `${MESSAGES}/2`);
    const steps = [
      { type: 'network_message', aiMessageId: 1 },
      { type: 'email', aiMessageId: 2 },
    ];
    const refused = await world.call('POST', '/v1/campaigns', { body: { name: 'x', steps } });
    expect(codes(refused.body)).toEqual([
      'steps[0].aiMessageId channel_mismatch',
      'steps[1].aiMessageId unknown_ai_message',
    ]);
  });
});

describe('403 where the split model is not enabled', () => {
  test.each([
    ['GET', MESSAGES],
    ['POST', MESSAGES],
    ['GET', `${MESSAGES}/1`],
    ['PATCH', `${MESSAGES}/1`],
    ['DELETE', `${MESSAGES}/1`],
    ['GET', SNIPPETS],
    ['POST', SNIPPETS],
    ['DELETE', `${SNIPPETS}/1`],
    ['GET', TEMPLATES],
    ['POST', TEMPLATES],
    ['DELETE', `${TEMPLATES}/1`],
    ['GET', TONES],
    ['GET', `${FOLDERS}/ai-messages`],
    ['POST', `${FOLDERS}/ai-snippets`],
    ['GET', `${FOLDERS}/message-templates/1`],
  ])('%s %s', async (method, path) => {
    await world.control('PATCH', '/_local/features', { 'split-ai': false });
    const body = method === 'POST' ? { body: { name: 'x' } } : {};
    const reply = await world.call(method, path, body);
    expect([reply.status, reply.body.details]).toEqual([403, { feature: 'split-ai' }]);
  });
});

test('tones: the workspace’s own, then the defaults', async () => {
  const sample = await openWorld({ empty: false });
  const { tones } = (await sample.call('GET', TONES)).body.data;
  expect(tones[0]).toMatchObject({ id: 1001, name: 'House style', source: 'workspace' });
  expect(tones.slice(1).map(({ source }: { source: string }) => source)).toEqual(Array(5).fill('default'));
  await sample.close();
});
