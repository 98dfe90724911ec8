import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlText } from '../../src/presentation/html-text.ts';

test.each<[string, string]>([
  ['<p><strong>Robin</strong><br>Sales &amp; more</p>', 'Robin\nSales & more'],
  ['plain  text\n here', 'plain text here'],
  ['<div>One</div><div>Two</div><p></p><p></p><p>Three</p>', 'One\nTwo\n\nThree'],
  ['<a href="https://x.example/?a=1&amp;b=2">Book a call</a>', 'Book a call (https://x.example/?a=1&b=2)'],
  ["<a href='https://x.example'>https://x.example</a>", 'https://x.example'],
  ['<a href=mailto:ada@x.example>write</a>', 'write (ada@x.example)'],
  ['<img src="x.png" alt="Logo"> <img src="y.png">', '[image: Logo] [image]'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['<table><tr><td>Tel</td><td>1</td></tr><tr><td>Web</td></tr></table>', 'Tel 1\nWeb'],
  ['<style>p { color: red }</style><script>alert(1)</script><!-- x -->Hi', 'Hi'],
  ['&#65;&#x1F680;&eacute;&nope;&nbsp;&copy;', 'A🚀&eacute;&nope; ©'],
  ['&#0;&#99999999;x', '&#99999999;x'],
  ['', ''],
])('%s', (html, text) => expect(htmlText(html)).toBe(text));

test('whatever it is given, it ends, and no tag is left', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const displayed = htmlText(`<p>${text}</p>`);
      expect(displayed).toBe(displayed.trim());
    }),
  );
});

test('a mail is read from its body on, however long its styles are', () => {
  const styles = 'p { margin: 0 }\n'.repeat(2_000);
  expect(htmlText(`<html><head><style>${styles}</style></head><body><p>Yes, call me</p></body></html>`)).toBe(
    'Yes, call me',
  );
  expect(htmlText('<p>Mine</p><blockquote><body>Yours</body></blockquote>')).toBe('Mine\nYours');
});
