import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dotOf, mermaidOf } from '../../../../src/cli/shared/print-graph.ts';
import { PLAIN } from '../../../../src/cli/terminal/formats/colour.ts';
import { treeText } from '../../../../src/cli/terminal/graph/tree.ts';
import { allSteps, campaignPicture, edgesOf, graphOf } from '../../../../src/presentation/graph/model.ts';
import { boxOf, svgOf } from '../../../../src/presentation/graph/picture.ts';
import { textWidth, wrapped } from '../../../../src/presentation/graph/svg-parts.ts';
import { bodyOfFile } from '../../../../src/rules/campaigns/file.ts';
import { anyCampaign } from '../../../rules/campaigns/broken.ts';
import { validCampaign } from '../../../rules/campaigns/generator.ts';

const CAMPAIGN = bodyOfFile({
  name: 'Welcome "you" & <all>',
  steps: [
    { type: 'email', subject: 'Hello {firstName}', content: 'x' },
    {
      type: 'condition',
      condition: { type: 'email_opened', waitFor: '2 days' },
      onTrue: [{ type: 'task', taskType: 'CALL', title: 'Call', delay: '4 hours' }],
      onFalse: [
        {
          type: 'network_connection',
          waitForAcceptance: '5 days',
          content: 'Hi',
          onAccepted: [{ type: 'network_message', content: 'Thank\nyou | "friend"' }],
          onNotAccepted: [{ type: 'end' }, { type: 'network_visit_profile' }],
        },
      ],
    },
    {
      type: 'condition',
      condition: { type: 'lead_field', field: 'jobTitle', operator: 'CONTAINS', value: 'CTO' },
      onTrue: [{ type: 'add_to_another_campaign', campaignId: 12 }],
    },
  ],
});

test('as a tree: days on the left, branches with what happens where one is left out', async () => {
  expect(await treeText(graphOf(CAMPAIGN), PLAIN, null)).toBe(`Welcome "you" & <all> (9 steps, 8 days)
day 1    ✉ Email  Hello {firstName}
day 1    ◇ Email opened within 2 days?
         ├─ yes
day 1-3  │  ☐ Task: call (4 hours later)  Call
         └─ no
day 3       ● Connection request, 5 days to accept  Hi
            ├─ accepted
day 3-8     │  ● Network message  Thank you | "friend"
            └─ not accepted
day 8          ■ End
never          ● Visit profile
day 1-8  ◇ Job title contains CTO?
         ├─ yes
day 1-8  │  → Add to campaign 12
         └─ no: ends here
`);
});

test('a tree is cut to the terminal, never wider', async () => {
  const text = await treeText(graphOf(CAMPAIGN), PLAIN, 40);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
  expect(text).toContain('day 3       ● Connection request, 5 day…');
});

test('as Mermaid, everything escaped', () => {
  expect(mermaidOf(campaignPicture(graphOf(CAMPAIGN)))).toBe(`flowchart TD
  s1["Email<br/>Hello #123;firstName#125;<br/>day 1"]
  s2{"Email opened within 2 days?<br/>day 1"}
  s3["Task: call<br/>Call<br/>day 1-3"]
  s4["Connection request, 5 days to accept<br/>Hi<br/>day 3"]
  s5["Network message<br/>Thank you #124; #34;friend#34;<br/>day 3-8"]
  s6(["End<br/>day 8"])
  s7["Visit profile<br/>never"]
  s8{"Job title contains CTO?<br/>day 1-8"}
  s9["Add to campaign 12<br/>day 1-8"]
  s1 --> s2
  s2 -->|"yes, 4 hours later"| s3
  s2 -->|"no"| s4
  s4 -->|"accepted"| s5
  s4 -->|"not accepted"| s6
  s3 --> s8
  s5 --> s8
  s8 -->|"yes"| s9
`);
});

test('as DOT, everything escaped', () => {
  expect(dotOf(campaignPicture(graphOf(CAMPAIGN)))).toBe(`digraph "Welcome \\"you\\" & <all>" {
  label="Welcome \\"you\\" & <all>"; labelloc=t; fontname="Helvetica"
  node [shape=box style=rounded fontname="Helvetica" fontsize=11]
  edge [fontname="Helvetica" fontsize=10]
  s1 [label="Email\\nHello {firstName}\\nday 1"]
  s2 [label="Email opened within 2 days?\\nday 1" shape=diamond style=solid]
  s3 [label="Task: call\\nCall\\nday 1-3"]
  s4 [label="Connection request, 5 days to accept\\nHi\\nday 3"]
  s5 [label="Network message\\nThank you | \\"friend\\"\\nday 3-8"]
  s6 [label="End\\nday 8" shape=oval]
  s7 [label="Visit profile\\nnever"]
  s8 [label="Job title contains CTO?\\nday 1-8" shape=diamond style=solid]
  s9 [label="Add to campaign 12\\nday 1-8"]
  s1 -> s2
  s2 -> s3 [label="yes, 4 hours later"]
  s2 -> s4 [label="no"]
  s4 -> s5 [label="accepted"]
  s4 -> s6 [label="not accepted"]
  s3 -> s8
  s5 -> s8
  s8 -> s9 [label="yes"]
}
`);
});

describe('the picture', () => {
  test('every step has its box, and its text fits into it', () => {
    fc.assert(
      fc.property(validCampaign(40), (campaign) => {
        const graph = graphOf(campaign);
        const { nodes } = campaignPicture(graph);
        expect(nodes.map(({ path }) => path)).toEqual([...allSteps(graph.steps)].map(({ path }) => path));
        for (const { width, title, detail } of nodes.map(boxOf)) {
          for (const line of title) expect(46 + textWidth(line, 13)).toBeLessThanOrEqual(width);
          for (const line of detail) expect(46 + textWidth(line, 11.5)).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('the ways of a campaign: what they ask, when, and where one ends', () => {
    const { edges } = campaignPicture(graphOf(CAMPAIGN));
    expect(edges.map(({ from, to, label }) => [from + 1, to === null ? null : to + 1, label])).toEqual([
      [1, 2, null],
      [2, 3, 'yes, 4 hours later'],
      [2, 4, 'no'],
      [4, 5, 'accepted'],
      [4, 6, 'not accepted'],
      [3, 8, null],
      [5, 8, null],
      [8, 9, 'yes'],
      [8, null, 'no'],
    ]);
  });

  test('it is XML whatever the campaign says', () => {
    const nasty = {
      name: '<script>&"\u0000\ud800',
      steps: [{ type: 'email', subject: '</text><script>alert(1)</script>\u0007', content: 'x' }],
    };
    const svg = svgOf(campaignPicture(graphOf(nasty)));
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;');
    expect(/[\u0000-\u0008\ud800-\udfff]/.test(svg)).toBe(false);
    const open = [...svg.matchAll(/<([a-z]+)(?: [^<>]*[^/])?>/g)].length;
    const closed = [...svg.matchAll(/<\/[a-z]+>/g)].length;
    expect(open).toBe(closed);
  });
});

test('whatever is broken, it can be drawn in every format', async () => {
  await fc.assert(
    fc.asyncProperty(anyCampaign(), async (campaign) => {
      const graph = graphOf(campaign);
      const numbers = new Set([...allSteps(graph.steps)].map(({ number }) => number));
      for (const { from, to } of edgesOf(graph.steps))
        expect(numbers.has(from.number) && numbers.has(to.number)).toBe(true);
      const picture = campaignPicture(graph);
      for (const text of [await treeText(graph, PLAIN, 80), mermaidOf(picture), dotOf(picture), svgOf(picture)]) {
        expect(text.endsWith('\n')).toBe(true);
        expect(text).not.toMatch(/NaN|undefined|\[object/);
      }
    }),
  );
});

describe('text broken into lines', () => {
  test.each([
    ['short', 'short', 100, 2, ['short']],
    ['at a space', 'a question about companies', 90, 2, ['a question', 'about comp…']],
    ['a word that is too long for a line', 'Donaudampfschifffahrt', 60, 2, ['Donauda', 'mpfsch…']],
    ['nothing', '  ', 60, 2, []],
  ])('%s', (_name, text, width, most, wanted) => expect(wrapped(text, width, 12, most)).toEqual(wanted));

  test('no line is wider than it may be, and nothing but spaces is lost while there is room', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 30, max: 300 }), (text, width) => {
        const lines = wrapped(text, width, 12, 1000);
        for (const line of lines)
          expect(textWidth(line, 12) <= width || [...new Intl.Segmenter().segment(line)].length === 1).toBe(true);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
