import { describe, expect, it } from 'vitest';
import { beginRequest, instructions } from './transfer.ts';

const TRANSFER = {
  kind: 'transfer',
  holder: 'Paper & Pen Ltd',
  account: { kind: 'iban', value: 'UA213223130000026007233566001' },
};

describe('instructions', () => {
  it.each([
    ['markup, which a page escapes', { ...TRANSFER, holder: '<b onload="x">Ada</b>' }],
    ['Arabic', { ...TRANSFER, holder: 'شركة الورق' }],
    ['Persian with a joiner', { ...TRANSFER, holder: 'می‌خواهم' }],
    ['a code of 1,024 characters', { kind: 'code', payload: '0'.repeat(1_024) }],
    ['a page', { kind: 'redirect', url: 'https://bank.example/pay?id=1' }],
    ['a page on this machine', { kind: 'redirect', url: 'http://localhost:3000/pay/1' }],
  ])('may hold %s', (_, given) => {
    expect(instructions.safeParse(given).success).toBe(true);
  });

  it.each([
    ['a line break', { ...TRANSFER, holder: 'Ada\nIBAN: DE00' }],
    ['a mark that reverses text', { ...TRANSFER, reference: 'REF \u202E1234' }],
    ['an isolate', { ...TRANSFER, bank: '\u2067Bank' }],
    ['a NUL in the account', { ...TRANSFER, account: { kind: 'account', value: '1\u00002' } }],
    ['a line separator', { ...TRANSFER, reference: 'a\u2028b' }],
    ['10 kB of a name', { ...TRANSFER, holder: 'A'.repeat(10_000) }],
    ['a code of 1,025 characters', { kind: 'code', payload: '0'.repeat(1_025) }],
    ['a code with a line break', { kind: 'code', payload: '00020126\n6304ABCD' }],
    ['nothing', { ...TRANSFER, holder: '' }],
    ['a script', { kind: 'redirect', url: 'javascript:alert(1)' }],
    ['data', { kind: 'redirect', url: 'data:text/html,<script>1</script>' }],
    ['a file', { kind: 'redirect', url: 'file:///etc/passwd' }],
    ['an address with a line break', { kind: 'redirect', url: 'https://bank.example/\r\nx' }],
    ['no address', { kind: 'redirect', url: 'bank.example/pay' }],
  ])('are refused with %s', (_, given) => {
    expect(instructions.safeParse(given).success).toBe(false);
  });
});

describe('a CPF', () => {
  it.each(['52998224725', '11144477735', '00000000191'])('is accepted: %s', (cpf) => {
    expect(beginRequest.safeParse({ source: 'PIX', cpf }).success).toBe(true);
  });

  it.each(['52998224724', '11111111111', '12345678900'])(
    'is refused with wrong check digits: %s',
    (cpf) => {
      const read = beginRequest.safeParse({ source: 'PIX', cpf });
      expect(read.error?.issues).toMatchObject([
        {
          path: ['cpf'],
          message: 'Must be a CPF: the last two digits do not follow from those before.',
        },
      ]);
    },
  );

  it.each([
    ['with separators', '529.982.247-25'],
    ['with spaces', '529 982 247 25'],
    ['with letters', '5299822472A'],
    ['in full-width digits', '５２９９８２２４７２５'],
    ['in Arabic digits', '٥٢٩٩٨٢٢٤٧٢٥'],
    ['too long', '9'.repeat(10_000)],
  ])('must be exactly eleven digits, so not %s', (_, cpf) => {
    const read = beginRequest.safeParse({ source: 'PIX', cpf });
    expect(read.error?.issues).toMatchObject([{ path: ['cpf'], code: 'invalid_format' }]);
  });
});
