// The playbook is read and written as a whole: an item by its key, its removal by its id.

import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { type PlaybookSection, READ_AS, SECTIONS } from '../../../contract/playbook/sections.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { recordIn } from '../../session/history/recorded-route.ts';
import { idOf, send, type UndoHost, type UndoKind } from './undo-kind.ts';

const playbookOf = async (host: UndoHost): Promise<JsonObject> => recordIn(await send(host, routes.playbook.get, {}));

const itemsIn = (playbook: unknown, section: PlaybookSection): readonly JsonObject[] => {
  const items = isObject(playbook) ? playbook[READ_AS[section]] : [];
  return Array.isArray(items) ? items.filter(isObject) : [];
};

const pick = (item: Readonly<Record<string, unknown>>, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (getOwn(item, name) === undefined ? [] : [[name, getOwn(item, name)]])));

function itemsOf(section: PlaybookSection): UndoKind {
  const { key } = SECTIONS[section];
  const put = (host: UndoHost, change: object) => send(host, routes.playbook.update, { body: { [section]: change } });
  return {
    read: async (host) => new Map(itemsIn(await playbookOf(host), section).map((item) => [String(item['id']), item])),
    update: async (host, _, values, now) => void (await put(host, { upsert: [{ ...pick(now, key), ...values }] })),
    remove: async (host, { id }) => void (await put(host, { deleteIds: [id] })),
    // A key that was removed is restored, with its id.
    create: async (host, { record = {} }) => {
      const after = itemsIn(await put(host, { upsert: [record] }), section);
      return { id: idOf(after.find((item) => key.every((field) => getOwn(item, field) === getOwn(record, field)))) };
    },
  };
}

const company: UndoKind = {
  read: async (host) => new Map([['company', recordIn((await playbookOf(host))['company'])]]),
  update: async (host, _, values) => {
    // An empty text changes nothing: what was empty before stays as it is.
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
    if (Object.keys(filled).length > 0) await send(host, routes.playbook.update, { body: { company: filled } });
  },
};

type PlaybookKind = 'playbook' | 'product' | 'ICP' | 'competitor' | 'testimonial' | 'FAQ';

export const PLAYBOOK_KINDS: Readonly<Record<PlaybookKind, UndoKind>> = {
  playbook: company,
  product: itemsOf('productsServices'),
  ICP: itemsOf('idealCustomerProfiles'),
  competitor: itemsOf('competitors'),
  testimonial: itemsOf('testimonials'),
  FAQ: itemsOf('faqs'),
};
