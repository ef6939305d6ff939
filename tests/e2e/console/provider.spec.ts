import { CLIENT, startProvider } from '../../support/operator/oidc-provider.ts';
import { startProgram } from '../../support/process/app.ts';
import { expect, expectWell, test } from './fixtures.ts';

test('people sign in at the provider, and have no passkeys', async ({ page, consoleUrl }) => {
  await page.goto(`${consoleUrl}/sign-in`);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Sign in at/ })).toHaveCount(0);

  const provider = await startProvider();
  const app = await startProgram({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_ROLES: 'all=admin',
  });
  const { port } = new URL(app.operatorUrl);
  const origin = `http://localhost:${port}`;
  provider.serve(`${origin}/api/operator/v1/session/oidc/callback`);
  provider.people.set('ada', { email: 'ada@corp.example', groups: ['all'] });
  provider.people.set('eve', { email: 'eve@corp.example', groups: [] });

  provider.choose('eve');
  await page.goto(`http://127.0.0.1:${port}/console/sign-in?to=/console/people`);
  await expect(page).toHaveURL(`${origin}/console/sign-in?to=/console/people`);
  const signIn = page.getByRole('link', { name: `Sign in at ${new URL(provider.issuer).host}` });
  await signIn.click();
  await expect(page.getByRole('alert')).toContainText('None of your groups');
  await expectWell(page);

  await page.context().clearCookies();
  provider.choose('ada');
  await page.goto(`${origin}/console/sign-in?to=/console/people`);
  await signIn.click();
  await expect(page).toHaveURL(`${origin}/console/people`);
  const row = page.getByRole('row').filter({ hasText: 'ada@corp.example' });
  await expect(row).toContainText(new URL(provider.issuer).host);
  await row.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('ada');
  await expect(page.getByRole('button', { name: 'Change the role' })).toHaveCount(0);
  await expectWell(page);
  await page.goto(`${origin}/console/account`);
  await expect(page.getByText('which decides your role')).toBeVisible();
  await expectWell(page);
  await app.stop();
  await provider.close();
});
