import { describe, expect, it } from 'vitest';
import { readGroupRoles, roleOfGroups } from './group-roles.ts';

const [ONE, TWO] = ['7d3f0f5e-7a64-4c63-9d3e-0c3a2b1f4e5d', '0c6f5a0e-1b1f-4f3a-8a55-7f3a1d2c9b8e'];

describe('the roles of groups', () => {
  it.each([
    'ops',
    'ops=',
    '=admin',
    'ops=root',
    'ops=admin,',
    'ops=merchant',
    'ops=merchant:',
    'ops=merchant:shop',
    'ops=merchant:*',
    'ops=Admin',
  ])('are refused in the form %j', (text) => {
    expect(readGroupRoles(text)).toBeUndefined();
  });

  const groupRoles =
    readGroupRoles(
      `ops=support, cn=desk=viewer,money=finance,all=admin,ops=viewer,two=merchant:${TWO},one=merchant:${ONE}`,
    ) ?? [];

  it.each([
    [['ops'], 'support', undefined],
    [['cn=desk'], 'viewer', undefined],
    [['ops', 'money', 'cn=desk'], 'finance', undefined],
    [['money', 'unknown', 'all'], 'admin', undefined],
    [['one'], 'merchant', ONE],
    [['one', 'two'], 'merchant', TWO],
    [['one', 'cn=desk'], 'viewer', undefined],
  ])('%j give %s', (groups, role, merchantId) => {
    expect(roleOfGroups(groups, groupRoles)).toMatchObject({ role, merchantId });
  });

  it.each([[[]], [['unknown']], [['OPS']]])('%j give no entry', (groups) => {
    expect(roleOfGroups(groups, groupRoles)).toBeUndefined();
  });
});
