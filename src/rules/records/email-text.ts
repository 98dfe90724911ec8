// The text of an email cell: the address in it, or why there is none. Stricter than the service where mail could not be sent.

import { codePointName, invisibleAt, withoutInvisibleEdges } from './invisible-characters.ts';

/** Why a text is not one address. */
type EmailProblem =
  | { readonly kind: 'several'; readonly first: string; readonly others: readonly string[] }
  | { readonly kind: 'invalid'; readonly why: string };

type EmailReading =
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly problem: EmailProblem };

/** As long as an address of RFC 5321 and what people put beside it. */
const EMAIL_CELL_MAX = 1_000;
const LOCAL_MAX = 64;
const HOST_MAX = 253;

const MAILTO = /^mailto:/i;
/** Between the values of one field in exports of Google Contacts. */
const GOOGLE_SEPARATOR = ' ::: ';
const SEPARATORS = /\s*(?::::|[;,|\n])\s*|\s+(?=\S+@)/;

/** Letters of any language (RFC 6531), and what RFC 5322 lets stand in an atom. */
const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
/** No top-level domain has one character or none but digits. A CRM adds `.invalid` to the addresses of copies for tests. */
const TOP_LEVEL = /^(?!invalid$)(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,63})$/iu;

const invalid = (why: string): EmailReading => ({ ok: false, problem: { kind: 'invalid', why } });

/** The one address of a cell: without `mailto:` and what it asks for, spaces and invisible characters at the ends. Empty text is invalid, too. */
export function readEmail(cell: string): EmailReading {
  if (cell.length > EMAIL_CELL_MAX) return invalid(`it is longer than ${EMAIL_CELL_MAX} characters`);
  // `ada@x.example,` and `<ada@x.example>`: nothing else can be meant.
  const whole = withoutMailto(withoutInvisibleEdges(cell)).replace(/[;,]$/, '');
  const text = whole.replace(/^<([^<>]+)>$/, '$1').trim();
  const parts = text.split(SEPARATORS).filter((part) => part !== '');
  const addresses = parts.filter((part) => part.includes('@'));
  if (addresses.length > 1 && addresses.every((part) => addressProblem(part) === null)) return severalOf(addresses);
  const why = addressProblem(text);
  return why === null ? { ok: true, email: text } : invalid(why);
}

function withoutMailto(text: string): string {
  const [address = ''] = MAILTO.test(text) ? text.replace(MAILTO, '').split('?', 1) : [text];
  return withoutInvisibleEdges(address);
}

function severalOf([first = '', ...others]: readonly string[]): EmailReading {
  return { ok: false, problem: { kind: 'several', first, others } };
}

/** Why a text is not an address that mail can be sent to; null where it is. */
function addressProblem(text: string): string | null {
  const hidden = invisibleAt(text);
  if (hidden >= 0) return `it holds the invisible character ${codePointName(text, hidden)}`;
  if (/[<>()]/.test(text)) return 'it has a name or a comment beside the address';
  if (/\s/.test(text)) return 'it has a space in it';
  if (/["“”„«»]/.test(text) || text.startsWith("'")) return 'it has quotes';
  const at = text.indexOf('@');
  if (at < 0) return 'it has no @';
  if (at !== text.lastIndexOf('@')) return 'it has more than one @';
  const [local, host] = [text.slice(0, at), text.slice(at + 1)];
  return localProblem(local) ?? hostProblem(host);
}

function localProblem(local: string): string | null {
  if (local === '' || local.length > LOCAL_MAX) return `it needs 1 to ${LOCAL_MAX} characters before the @`;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return 'a dot is misplaced before the @';
  if (local.includes('**')) return 'its characters are hidden';
  return LOCAL.test(local) ? null : 'a character before the @ is not allowed';
}

function hostProblem(host: string): string | null {
  const labels = host.split('.');
  if (host === '' || host.length > HOST_MAX || labels.includes('')) return 'a dot is misplaced behind the @';
  if (labels.length < 2) return 'its domain has no dot';
  if (!labels.every((label) => label.length <= 63 && LABEL.test(label)))
    return 'a character of its domain is not allowed';
  return TOP_LEVEL.test(labels.at(-1) ?? '') ? null : 'its domain has no valid ending';
}

/** The values of a cell of Google Contacts, where there are several: `a ::: b`. Null for one. */
export function googleValues(cell: string): { readonly first: string; readonly others: readonly string[] } | null {
  if (!cell.includes(GOOGLE_SEPARATOR.trim())) return null;
  const [first, ...others] = cell
    .split(GOOGLE_SEPARATOR.trim())
    .map(withoutInvisibleEdges)
    .filter((value) => value !== '');
  return first === undefined ? null : { first, others };
}

/** Fewer digits are a part of a number. */
const PHONE = /(?:[0-9][^0-9]*){6}/;

/** The phones of such a cell, or of one with a number in each line, as one text, joined as the service keeps several: `a, b`. */
export function joinedPhones(cell: string): string {
  const several = googleValues(cell);
  if (several !== null) return [several.first, ...several.others].join(', ');
  const lines = cell.split(/[\r\n]+/).map((line) => line.trim());
  return lines.every((line) => PHONE.test(line)) ? lines.join(', ') : cell;
}

// How many people a company has, as lists write it: a number, or a range or an abbreviation that is none.

type EmployeeReading = { readonly ok: true; readonly employees: number } | { readonly ok: false; readonly why: string };

const EMPLOYEES_CHARACTERS_MAX = 60;

const WORD =
  /\s*(?:employees?|people|staff|mitarbeiter|mitarbeitende|ma|employés|salariés|empleados|dipendenti|medewerkers)\.?$/i;
const GROUPED = /^[0-9]{1,3}(?:[ .,'’\u00a0\u202f][0-9]{3})+$/;
const PLAIN = /^[0-9]{1,12}(?:[.,]0{1,2})?$/;

/** The number of employees of a cell: `1 234`, `1,001`, `10.0`, `51 employees`. Ranges, `10K+` and estimates are no number. */
export function readEmployees(cell: string): EmployeeReading {
  if (cell.length > EMPLOYEES_CHARACTERS_MAX) return { ok: false, why: 'not a number' };
  const text = withoutInvisibleEdges(cell).replace(WORD, '');
  // `1.234` and `1,234` are 1,234 wherever people count people: of them there are no thousandths.
  if (GROUPED.test(text)) return { ok: true, employees: Number(text.replace(/[^0-9]/g, '')) };
  if (PLAIN.test(text)) return { ok: true, employees: Number(text.replace(/[.,].*$/, '')) };
  return { ok: false, why: whyNone(text) };
}

function whyNone(text: string): string {
  if (/^[0-9][0-9 .,'’km]*\s*(?:-|–|—|to|bis|à|a)\s*[0-9]/i.test(text)) return 'a range, not a number';
  if (/^[<>~≈]|\+$|^(?:ca|about|over|more than|über|etwa)\b/i.test(text)) return 'an estimate, not a number';
  if (/^[0-9.,]+\s*(?:k|m|tsd|mio)\.?$/i.test(text)) return 'an abbreviation, not a number';
  return 'not a number';
}
