import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DamageContext,
  lacksDigits,
  spreadsheetDamage,
  textFormula,
  withoutPointZero,
} from '../../../src/rules/records/spreadsheet-damage.ts';

test.each([
  ['mobilePhone', '+353861234567', '353861234567', true],
  ['phones', '0861234567', '861234567', true],
  ['contactCRMId', '00123', '123', true],
  ['contactCRMId', '123456789012345678', '123456789012345000', true],
  ['contactCRMId', '123456789012345678', '123456789012345679', false],
  ['mobilePhone', '353861234567', '+353861234567', false],
  ['mobilePhone', '+353861234567', '61234567', false],
  ['mobilePhone', null, '353861234567', false],
  ['firstName', '007', '7', false],
])('%s: of %j, %j lacks digits: %j', (field, stored, value, is) => expect(lacksDigits(field, stored, value)).toBe(is));

describe('what a spreadsheet leaves instead of a value', () => {
  test.each<[string, DamageContext, ReturnType<typeof spreadsheetDamage>]>([
    ...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#NV', '#SPILL!', '#CALC!', '#FIELD!'].map(
      (text) => [text, 'text', 'error'] as const satisfies [string, DamageContext, string],
    ),
    ...['#GETTING_DATA', '#BEZUG!', '#WERT!', '#ÜBERLAUF!', '#NOM?', '#VALEUR!', '#¡DIV/0!', '#¿NOMBRE?', '#Н/Д'].map(
      (text) => [text, 'text', 'error'] as const satisfies [string, DamageContext, string],
    ),
    [' #n/a ', 'text', 'error'],
    ['Err:502', 'text', 'error'],
    ['#ERR520', 'text', 'error'],
    ['########', 'text', 'narrow'],
    ['3.53861E+11', 'text', 'digits'],
    ['3,53861E+11', 'digits', 'digits'],
    ['1E+15', 'text', 'digits'],
    ['-3.5E+11', 'digits', 'digits'],
    ['1.2E+3', 'digits', 'digits'],
    ['1.2E+3', 'text', null],
    ['123456789012345000', 'digits', 'digits'],
    ['1234567890123450', 'digits', null],
    ['123456789012345000', 'text', null],
    ['?ukasz', 'text', 'characters'],
    ['Mu?oz & Co', 'text', 'characters'],
    ['??? ??', 'text', 'characters'],
    ['???? 8', 'text', 'characters'],
    ['CTO ??', 'text', null],
    ['Kova?', 'name', 'characters'],
    ['Guess?', 'text', null],
    ['Why? Who?', 'text', null],
    ['https://x.example/in/ada?a=b', 'text', null],
    ['?', 'text', null],
    ['12345e67', 'digits', null],
    ['1E5', 'text', null],
    ['#1', 'text', null],
    ['#ad', 'text', null],
    ['#name', 'text', null],
    ['C#', 'text', null],
    ['+353 86 123 4567', 'digits', null],
    ['Erika', 'text', null],
    ['#Refugees!', 'text', null],
    ['##', 'text', null],
    ['', 'digits', null],
  ])('%j as %s: %s', (text, context, kind) => expect(spreadsheetDamage(text, context)).toBe(kind));

  test('a number of 12 digits or more as a spreadsheet shows it is damage everywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000_001, max: Number.MAX_SAFE_INTEGER }), (number) => {
        fc.pre(number % 1_000_000 !== 0);
        const displayed = number.toExponential(5).replace('e', 'E');
        expect([spreadsheetDamage(displayed), spreadsheetDamage(displayed, 'digits')]).toEqual(['digits', 'digits']);
        expect(spreadsheetDamage(String(number), 'digits')).toBeNull();
      }),
    );
  });

  test('a long text is a value', () => expect(spreadsheetDamage(`#N/A${' '.repeat(100_000)}`)).toBeNull());
});

test.each([
  ['="0861234567"', '0861234567'],
  ['= "x"', 'x'],
  ['="say ""hi"""', 'say "hi"'],
  ['=""', ''],
  ['="a" & "b"', null],
  ['=A1', null],
  ['0861234567', null],
])('the text of %j is %j', (cell, text) => expect(textFormula(cell)).toBe(text));

test.each([
  ['353861234567.0', '353861234567'],
  ['353861234567,00', '353861234567'],
  ['10.0', null],
  ['1.5', null],
])('%j without the fraction of a number: %j', (text, number) => expect(withoutPointZero(text)).toBe(number));
