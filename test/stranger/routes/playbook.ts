// The playbook: additive updates, validated before any write.

import { type Answer, type Call, isRecord, type Json, type Route, refuse, route } from '../route.ts';

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

/** Unknown keys are rejected in every mode, as the interface says. */
function unknownKeys(body: Json): readonly string[] {
  const sections = Object.entries(body).flatMap(([name, sent]) => {
    if (name === 'company') return [];
    if (!(name in SECTIONS)) return [name];
    return isRecord(sent) ? Object.keys(sent).filter((key) => key !== 'upsert' && key !== 'deleteIds') : [];
  });
  return sections;
}

function update(call: Call): Json | Answer {
  const strange = unknownKeys(call.body);
  if (strange.length > 0) return refuse(400, `Unknown keys: ${strange.join(', ')}`);
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
    const sentItems = Array.isArray(sent['upsert']) ? sent['upsert'].filter(isRecord) : [];
    const counts = { created: 0, updated: 0, restored: 0, deleted: 0 };
    for (const item of sentItems) {
      const isSame = (one: Json) => keys.every((key) => String(one[key]).trim() === String(item[key]).trim());
      const found = items.find(isSame);
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
    const isKept = ({ id }: Json) => !deleteIds.includes(String(id));
    writes.push(() => call.store.playbook.set(section, items.filter(isKept)));
    changes[section] = counts;
  }
  if (rejectedItems.length > 0) return refuse(400, 'Items were rejected', { rejectedItems });
  for (const write of writes) write();
  return { ...playbookOf(call), changes };
}

const SECTION_BODY = Object.fromEntries(['company', ...Object.keys(SECTIONS)].map((name) => [name, 'object']));

export const PLAYBOOK_ROUTES: readonly Route[] = [
  route('GET /v1/ai-playbook', playbookOf),
  route('PUT /v1/ai-playbook', { body: SECTION_BODY }, update),
];
