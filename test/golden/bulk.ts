// Bulk endpoints by hand: what the interface allows in an item, and an answer in the order of the request.

interface Answer {
  readonly problems: readonly string[];
  readonly answer: { readonly status: number; readonly body: unknown };
}

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const email: Check = (value) => typeof value === 'string' && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value);
const uri: Check = (value) => typeof value === 'string' && /^https?:\/\/\S+$/.test(value);
const flag: Check = (value) => typeof value === 'boolean';
const positiveInteger: Check = (value) => Number.isInteger(value) && Number(value) > 0;

/** Table "Contact (input for create, single or bulk item)"; an empty or absent value is none. */
const CONTACT: Readonly<Record<string, Check>> = {
  ...{ firstName: text, lastName: text, professionalEmail: email, jobTitle: text, networkProfileUrl: uri },
  ...{ mobilePhone: text, phones: text, networkHeadline: text, contactCountry: text, companyName: text },
  ...{ companyDomain: text, companyNetworkUrl: uri, companyIndustry: text, companyWebsite: uri },
  ...{ listId: positiveInteger, mergeWithExisting: flag },
};

/** "extra properties allowed" */
const COMPANY_OF_CONTACT: Readonly<Record<string, Check>> = {
  name: text,
  domain: text,
  companyNetworkUrl: uri,
  industry: text,
  website: uri,
};

const COMPANY: Readonly<Record<string, Check>> = {
  ...{ name: text, domain: text, industry: text, companyNetworkUrl: uri, website: uri },
  ...{ mergeWithExisting: flag, listId: positiveInteger },
};

type Item = Readonly<Record<string, unknown>>;

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemsOf(item: unknown, checks: Readonly<Record<string, Check>>, at: string): string[] {
  if (!isItem(item)) return [`${at} is no object`];
  return Object.entries(item).flatMap(([name, value]) => {
    if (name === 'company' && checks === CONTACT) return problemsOf(value, COMPANY_OF_CONTACT, `${at}.company`);
    const check = checks[name];
    // Custom and AI fields are given by name; what they hold is not said.
    return check === undefined || check(value) ? [] : [`${at}.${name} may not be ${JSON.stringify(value)}`];
  });
}

let lastId = 0;
const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function contactResult(item: Item) {
  lastId += 1;
  return {
    id: lastId,
    appUrl: `https://app.service.example/contacts/${lastId}`,
    firstName: textOrNull(item['firstName']),
    lastName: textOrNull(item['lastName']),
    professionalEmail: textOrNull(item['professionalEmail']),
    networkProfileUrl: textOrNull(item['networkProfileUrl']),
    companyId: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    contactOutcome: 'CREATED',
  };
}

function companyResult(item: Item) {
  lastId += 1;
  return {
    id: lastId,
    appUrl: `https://app.service.example/companies/${lastId}`,
    name: textOrNull(item['name']),
    domain: textOrNull(item['domain']),
    companyNetworkUrl: textOrNull(item['companyNetworkUrl']),
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    outcome: 'CREATED',
    warnings: [],
  };
}

/** The answer to a bulk of 1-100 items, each created; `null` when the request is none. */
export function answerBulk(method: string, path: string, body: unknown): Answer | null {
  const kind = method === 'POST' ? /^\/v1\/(contacts|companies)\/bulk$/.exec(path)?.[1] : undefined;
  if (kind === undefined) return null;
  const items: unknown = isItem(body) ? body[kind] : undefined;
  const problems: string[] = [];
  if (!isItem(body) || Object.keys(body).length !== 1 || !Array.isArray(items)) {
    problems.push(`the body must be {"${kind}": […]}`);
  }
  const list: readonly unknown[] = Array.isArray(items) ? items : [];
  if (list.length < 1 || list.length > 100) problems.push(`${list.length} items: 1 to 100 are allowed`);
  const checks = kind === 'contacts' ? CONTACT : COMPANY;
  problems.push(...list.flatMap((item, at) => problemsOf(item, checks, `${kind}[${at}]`)));
  const results = list.map((item, index) => {
    const known = isItem(item) ? item : {};
    return kind === 'contacts'
      ? { index, success: true, contact: contactResult(known) }
      : { index, success: true, company: companyResult(known) };
  });
  const summary = { total: list.length, created: list.length, merged: 0, failed: 0 };
  return { problems, answer: { status: 200, body: { status: 'success', message: 'OK', data: { results, summary } } } };
}
