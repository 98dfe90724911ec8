// The text of AI entities: read as rich and plain text, and what its tokens may refer to.

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import {
  codes,
  get,
  MESSAGES,
  message,
  patch,
  post,
  refusedWhole,
  SNIPPETS,
  snippet,
  TEMPLATES,
  template,
  VARIABLES,
  variable,
} from './bodies.ts';

const world = worldForEachTest();

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
    expect(await get(world, `${TEMPLATES}/1`)).toEqual(made);
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
        expect(await get(world, `${SNIPPETS}/1`)).toEqual(read);
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
