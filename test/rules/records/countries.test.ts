import { expect, test } from 'vitest';
import { countryName } from '../../../src/rules/records/countries.ts';

test.each([
  ['Germany', 'Germany'],
  ['germany', 'Germany'],
  ['Deutschland', 'Germany'],
  ['Allemagne', 'Germany'],
  ['Alemania', 'Germany'],
  ['Germania', 'Germany'],
  ['Duitsland', 'Germany'],
  ['DE', 'Germany'],
  ['DEU', 'Germany'],
  ['D', 'Germany'],
  ['Frankreich', 'France'],
  ['Österreich', 'Austria'],
  ['Osterreich', 'Austria'],
  ['USA', 'United States'],
  ['U.S.A.', 'United States'],
  ['The United States of America', 'United States'],
  ['Vereinigte Staaten', 'United States'],
  ['UK', 'United Kingdom'],
  ['England', 'United Kingdom'],
  ['Vereinigtes Königreich', 'United Kingdom'],
  ['The Netherlands', 'Netherlands'],
  ['Nederland', 'Netherlands'],
  ['Pays-Bas', 'Netherlands'],
  ['Schweiz', 'Switzerland'],
  ['Éire', 'Ireland'],
  ['Ierland', 'Ireland'],
  ['España', 'Spain'],
  ['Türkiye', 'Turkey'],
  ['Türkei', 'Turkey'],
  ['Czech Republic', 'Czechia'],
  ["Cote d'Ivoire", "Côte d'Ivoire"],
  ['Hong Kong', 'Hong Kong'],
  ['\u200bFR ', 'France'],
  ['de', null],
  ['no', null],
  ['NA', null],
  ['Bavaria', null],
  ['', null],
  ['-', null],
])('%j is %j', (cell, name) => expect(countryName(cell)).toBe(name));

test('the names of the sample data stay as they are', () => {
  const sample = 'Estonia Portugal Norway Sweden Denmark Canada Italy Ireland Spain Austria'.split(' ');
  expect(sample.map(countryName)).toEqual(sample);
});
