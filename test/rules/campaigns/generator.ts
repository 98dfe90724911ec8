// Random campaigns for property tests that are valid by construction, or each of whose steps is.

import * as fc from 'fast-check';
import {
  INSTANT_CONDITIONS,
  LEAD_OPERATORS,
  REACTION_TYPES,
  STEP_TYPES,
  TASK_TYPES,
} from '../../../src/contract/campaigns/enums.ts';
import { Dice } from '../dice.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** What is true where the next step goes. */
interface Here {
  readonly live: boolean;
  /** Whether every live way here has had an email. */
  readonly mailed: boolean;
  /** Types that may come right before; null = the start. */
  readonly before: ReadonlySet<string | null>;
}

interface Built {
  readonly steps: JsonObject[];
  readonly after: Here;
}

const TEXTS = [
  'Hi {firstName}',
  'How is {companyName}?',
  'Hello',
  '{identity.name} writes',
  'Zeile 1\nZeile 2\n',
  '"quoted" # no comment',
] as const;

const DELAYS = [
  { value: 2, unit: 'days' },
  { value: 30, unit: 'minutes' },
  { value: 4, unit: 'hours' },
] as const;

const WAITS = [
  { value: 2, unit: 'days' },
  { value: 1.5, unit: 'hours' },
  { value: 90, unit: 'seconds' },
] as const;

const VIEWED = ['network_message', 'network_message_bundle', 'network_voice_message', 'network_inmail'];

class Builder {
  readonly #dice: Dice;
  /** Whether it keeps to the rules between steps. */
  readonly #careful: boolean;
  #left: number;

  constructor(dice: Dice, most: number, careful: boolean) {
    this.#dice = dice;
    this.#left = most;
    this.#careful = careful;
  }

  sequence(depth: number, start: Here): Built {
    const steps: JsonObject[] = [];
    let here = start;
    const wanted = 1 + this.#dice.roll(depth === 0 ? 9 : 4);
    while (steps.length === 0 || (steps.length < wanted && this.#left > 0)) {
      this.#left -= 1;
      const { step, after } = this.#step(depth, here);
      steps.push(step);
      here = after;
    }
    return { steps, after: here };
  }

  #text(): string {
    return this.#dice.pick(TEXTS);
  }

  #delay(): JsonObject {
    return this.#dice.chance(3) ? { delay: { ...this.#dice.pick(DELAYS) } } : {};
  }

  #step(depth: number, here: Here): { step: JsonObject; after: Here } {
    const dice = this.#dice;
    const type = dice.pick([
      'email',
      ...STEP_TYPES,
      ...(depth < 4 ? (['condition', 'network_connection'] as const) : []),
    ]);
    const after: Here = { ...here, before: new Set([type]) };
    switch (type) {
      case 'condition':
        return this.#branching(depth, { type, condition: this.#condition(here) }, ['onTrue', 'onFalse'], after);
      case 'network_connection':
        return this.#connection(depth, after);
      case 'email':
        return { step: { type, ...this.#email(here), ...this.#delay() }, after: { ...after, mailed: true } };
      case 'end':
        return { step: { type }, after: { live: false, mailed: true, before: new Set() } };
      default:
        return { step: { type, ...this.#fields(type), ...this.#delay() }, after };
    }
  }

  #email(here: Here): JsonObject {
    if (this.#dice.chance(5)) return { aiMessageId: 1 + this.#dice.roll(9) };
    const needsSubject = this.#careful && here.live && !here.mailed;
    const subject =
      needsSubject || this.#dice.chance(3)
        ? { subject: 'About {companyName}' }
        : this.#dice.chance(6)
          ? { subject: '' }
          : {};
    return { ...subject, content: this.#text() };
  }

  #fields(type: string): JsonObject {
    const dice = this.#dice;
    switch (type) {
      case 'network_message':
        return dice.pick<JsonObject>([
          { content: this.#text() },
          { attachment: 'uploads/a.pdf', attachmentName: 'A', contentType: 'FILE' },
          { aiMessageId: 'lib-note' },
        ]);
      case 'network_message_bundle':
        return {
          messages: [{ content: this.#text() }, { attachment: 'a.png', contentType: 'IMAGE' }].slice(
            0,
            1 + dice.roll(2),
          ),
        };
      case 'network_voice_message':
        return dice.pick<JsonObject>([
          { content: this.#text(), voiceId: 'anna', voiceSettings: { voiceSpeed: 0.5 + dice.roll(16) / 10 } },
          { attachment: 'hello.mp3', contentType: 'AUDIO' },
        ]);
      case 'network_inmail':
        return dice.chance(3) ? { aiMessageId: 4 } : { subject: 'Hello', content: this.#text() };
      case 'network_like_last_post':
        return dice.chance(2) ? { reactionType: dice.pick(REACTION_TYPES) } : {};
      case 'whatsapp_message':
        return { content: this.#text() };
      case 'task':
        return { taskType: dice.pick(TASK_TYPES), title: '0171 / call', ...(dice.chance(2) ? { note: '' } : {}) };
      case 'add_to_another_campaign':
        return { campaignId: 1 + dice.roll(99) };
      default:
        return {};
    }
  }

  #condition({ live, before }: Here): JsonObject {
    const dice = this.#dice;
    const followsOnly = (types: readonly string[]) =>
      !this.#careful ||
      !live ||
      (before.size > 0 && [...before].every((type) => type !== null && types.includes(type)));
    const timed = [
      ...(followsOnly(['email']) ? ['email_opened', 'email_clicked'] : []),
      ...(followsOnly(VIEWED) ? ['network_message_viewed'] : []),
      ...(followsOnly(['task']) ? ['task_completed'] : []),
      'connection_accepted',
    ];
    switch (dice.roll(3)) {
      case 0:
        return { type: dice.pick(INSTANT_CONDITIONS) };
      case 1:
        return { type: timed[dice.roll(timed.length)] ?? 'connection_accepted', waitFor: { ...dice.pick(WAITS) } };
      default: {
        const operator = dice.pick(LEAD_OPERATORS);
        const value: JsonObject = operator.startsWith('IS_')
          ? {}
          : { value: operator.includes('THAN') ? 200 : dice.pick<Json>(['0171', 12, true]) };
        return { type: 'lead_field', field: 'numberOfEmployees', operator, ...value };
      }
    }
  }

  #connection(depth: number, after: Here) {
    const dice = this.#dice;
    const own: JsonObject = {
      type: 'network_connection',
      ...(dice.chance(2) ? { content: this.#text() } : {}),
      ...this.#delay(),
    };
    if (dice.chance(3)) return { step: own, after };
    return this.#branching(
      depth,
      { ...own, waitForAcceptance: { value: 1 + dice.roll(20), unit: 'days' } },
      ['onAccepted', 'onNotAccepted'],
      after,
    );
  }

  #branching(depth: number, own: JsonObject, keys: readonly string[], here: Here): { step: JsonObject; after: Here } {
    const step = own;
    const ways = keys.map((key): Here => {
      if (depth >= 5 || this.#left <= 0 || this.#dice.chance(4)) return here;
      const { steps, after } = this.sequence(depth + 1, here);
      step[key] = steps;
      return after;
    });
    const live = ways.filter((way) => way.live);
    return {
      step,
      after: {
        live: live.length > 0,
        mailed: live.every((way) => way.mailed),
        before: new Set(live.flatMap((way) => [...way.before])),
      },
    };
  }
}

const START: Here = { live: true, mailed: false, before: new Set([null]) };

function built(numbers: readonly number[], most: number, careful: boolean): JsonObject {
  const { steps } = new Builder(new Dice(numbers), most, careful).sequence(0, START);
  return { name: 'Random', trackOpens: true, steps };
}

function campaigns(most: number, careful: boolean): fc.Arbitrary<JsonObject> {
  const numbers = fc.array(fc.nat(1_000_000), { minLength: most, maxLength: most * 20 });
  return numbers.map((input) => built(input, most, careful));
}

/** A campaign that the rules accept, with about as many steps as `most`; it needs no knowledge of a workspace. */
export function validCampaign(most = 25): fc.Arbitrary<JsonObject> {
  return campaigns(most, true);
}

/** A campaign of steps that are in order each by itself, put together without care for the rules between them. */
export function carelessCampaign(most = 12): fc.Arbitrary<JsonObject> {
  return campaigns(most, false);
}
