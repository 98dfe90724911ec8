// How many people a company has, as lists write it: a number, or a range or an abbreviation that is none.

import { withoutInvisibleEdges } from './invisible-characters.ts';

export type EmployeeReading =
  | { readonly ok: true; readonly employees: number }
  | { readonly ok: false; readonly why: string };

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
