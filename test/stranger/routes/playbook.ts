// The playbook: additive updates, validated before any write.

import { type Answer, type Call, isRecord, type Json, type Route, refuse } from '../route.ts';

const SECTIONS: Readonly<Record<string, readonly [key: readonly string[], required: readonly string[], read: string]>> =
  {
    productsServices: [['name'], ['description'], 'allCompanyProductsServices'],
    idealCustomerProfiles: [['name'], ['companyIndustry', 'companySize', 'keyPainPoints'], 'idealCustomerProfiles'],
    competitors: [['name'], ['productDifferentiator'], 'competitors'],
    testimonials: [['companyName', 'promoterName'], ['jobPosition', 'mainBenefit'], 'testimonials'],
    faqs: [['question'], ['answer'], 'faqs'],
  };

const playbookOf = (call: Call): Json => ({
  company: call.store.company,
  ...Object.fromEntries(
    Object.entries(SECTIONS).map(([section, [, , read]]) => [read, call.store.playbook.get(section) ?? []]),
  ),
  idealCompanies: [],
});

function update(call: Call): Json | Answer {
  const changes: Json = { companyFieldsUpdated: 0 };
  const company = call.body['company'];
  const writes: (() => void)[] = [];
  if (isRecord(company)) {
    const filled = Object.entries(company).filter(([, value]) => value !== '');
    changes['companyFieldsUpdated'] = filled.length;
    writes.push(() => Object.assign(call.store.company, Object.fromEntries(filled)));
  }
  const rejectedItems: Json[] = [];
  for (const [section, [keys, required]] of Object.entries(SECTIONS)) {
    const sent = call.body[section];
    if (!isRecord(sent)) continue;
    const items = call.store.playbook.get(section) ?? [];
    const counts = { created: 0, updated: 0, restored: 0, deleted: 0 };
    for (const item of Array.isArray(sent['upsert']) ? sent['upsert'].filter(isRecord) : []) {
      const found = items.find((one) => keys.every((key) => String(one[key]).trim() === String(item[key]).trim()));
      const missing = [...keys, ...(found === undefined ? required : [])].filter((key) => item[key] === undefined);
      if (missing.length > 0) rejectedItems.push({ section, item, missing });
      else if (found !== undefined) {
        counts.updated += 1;
        writes.push(() => Object.assign(found, item));
      } else {
        counts.created += 1;
        writes.push(() => items.push({ id: call.store.nextId('item'), ...item }));
      }
    }
    const deleteIds = (Array.isArray(sent['deleteIds']) ? sent['deleteIds'] : []).map(String);
    const invalid = deleteIds.filter((id) => !items.some((one) => String(one['id']) === id));
    if (invalid.length > 0) return refuse(400, 'Unknown items', { invalidDeleteIds: invalid });
    counts.deleted = deleteIds.length;
    writes.push(() => {
      const kept = items.filter((one) => !deleteIds.includes(String(one['id'])));
      call.store.playbook.set(section, kept);
    });
    changes[section] = counts;
  }
  if (rejectedItems.length > 0) return refuse(400, 'Items were rejected', { rejectedItems });
  for (const write of writes) write();
  return { ...playbookOf(call), changes };
}

const SECTION_BODY = Object.fromEntries(['company', ...Object.keys(SECTIONS)].map((name) => [name, 'object']));

export const PLAYBOOK_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/v1/ai-playbook', shown: true, run: playbookOf },
  { method: 'PUT', path: '/v1/ai-playbook', shown: true, body: SECTION_BODY, run: update },
];
