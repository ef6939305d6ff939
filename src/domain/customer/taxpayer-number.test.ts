import { expect, it } from 'vitest';
import { isCnpj, isCpf } from './taxpayer-number.ts';

it.each(['52998224725', '11144477735', '12345678909', '98765432100'])(
  '%s has the check digits of a CPF',
  (digits) => {
    expect(isCpf(digits)).toBe(true);
  },
);

it.each([
  ['its last digit is another', '52998224724'],
  ['its last but one is another', '52998224735'],
  ['two of its digits changed places', '52998242725'],
  ['it is one digit eleven times', '11111111111'],
  ['it is zeros', '00000000000'],
])('is no CPF if %s', (_, digits) => {
  expect(isCpf(digits)).toBe(false);
});

it.each(['11222333000181', '11444777000161', '00000000000191'])(
  '%s has the check digits of a CNPJ',
  (digits) => {
    expect(isCnpj(digits)).toBe(true);
  },
);

it.each(['11222333000180', '11222333000171', '11222330300181', '00000000000000'])(
  '%s is no CNPJ',
  (digits) => {
    expect(isCnpj(digits)).toBe(false);
  },
);
