// A graph as text: where each step of a campaign stands, and every node as a sentence.

import type { GraphStep } from './model.ts';
import type { Picture } from './picture.ts';

export interface StepPlace {
  readonly day: string | null;
  /** The branches that lead to it; empty for what every contact gets. */
  readonly way: string;
}

/** When and by which branches each step is reached, by its path. */
export function placesOf(steps: readonly GraphStep[], way = '', places = new Map<string, StepPlace>()) {
  for (const step of steps) {
    places.set(step.path, { day: step.day, way });
    for (const { label, steps: inner } of step.ways) {
      if (inner !== null) placesOf(inner, `${way === '' ? '' : `${way}; `}${step.title} → ${label}`, places);
    }
  }
  return places;
}

/** What each node is and what comes after it, for whoever does not see the picture; numbered from 1. */
export function sentencesOf({ nodes, edges }: Picture): string[] {
  return nodes.map(({ above, title, detail, below }, index) => {
    const notes = [above, below].filter((text) => text !== '');
    const sentence = `${title}${detail === '' ? '' : `: ${detail}`}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
    const next = edges.filter(({ from }) => from === index);
    const ways = next.map(({ to, label }) => {
      const place = to === null ? 'nothing more' : `number ${to + 1}`;
      return label === null ? place : `${label}: ${place}`;
    });
    return `${sentence.replace(/[.?!]$/, '')}. ${ways.length === 0 ? 'The end.' : `Then ${ways.join('; ')}.`}`;
  });
}
