import { describe, expect, it } from 'vitest';
import { isApiTarget } from './dispatch.ts';

describe('isApiTarget', () => {
  it.each([
    '/api',
    '/api?x',
    '/api/',
    '/api/health',
    '/api/../pay/x',
    '//api/operator/v1',
    '///api',
    '/./api/operator/v1',
    '/x/../api/operator/v1',
    '/x/%2e%2e/api/operator/v1',
    '/x/.%2E/api/operator/v1',
    '/%61pi/operator/v1',
    '/%61%70%69/operator/v1',
    '/api%2foperator/v1',
    '%2fapi/operator/v1',
    '\\api\\operator\\v1',
    '/api\\operator/v1',
    '/api%5coperator/v1',
    '/pay/../../../api/operator/v1',
    'http://pay.example/api/operator/v1',
    'http://pay.example//api/operator/v1',
  ])('returns true for %s', (target) => {
    expect(isApiTarget(target)).toBe(true);
  });

  it.each([
    '/',
    '/pay/x',
    '/apis',
    '/API/health',
    '/pay?next=/api/health',
    '/pay#/api/health',
    '/pay/%ff',
    '/pay//api',
    '/%2561pi/operator/v1',
    'http://pay.example/pay/x',
    '*',
    '',
  ])('returns false for %s', (target) => {
    expect(isApiTarget(target)).toBe(false);
  });
});
