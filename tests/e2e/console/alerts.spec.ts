import { startReceiver } from '../../support/network/receiver.ts';
import { act, expect, expectWell, test } from './fixtures.ts';

test('alert channels are added, tested, silenced and removed', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  const hook = await startReceiver();
  const { host } = new URL(hook.url);
  await signIn('admin');
  await page.goto(`${consoleUrl}/alerts`);
  await expect(page.getByText('No channels yet')).toBeVisible();
  await expectWell(page);

  await act(page, {
    title: 'Add a webhook',
    fields: { 'Address of the webhook, or of a chat': hook.url },
  });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('whsec_');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row').filter({ hasText: host });
  await expect(row).toContainText('Nothing sent yet');
  await act(page, { title: `Send a test alert to ${host}` });
  await expect(row).toContainText('Delivered');
  expect(hook.received).toHaveLength(1);
  expect(hook.received[0]?.body.toString()).toContain('Tollgate: test alert');

  const closed = { 'Address of the webhook, or of a chat': 'http://127.0.0.1:1/services' };
  await act(page, { title: 'Add a webhook', fields: closed });
  await dialog.getByRole('button', { name: 'Close' }).click();
  const dead = page.getByRole('row').filter({ hasText: '127.0.0.1:1' }).last();
  await act(page, { title: 'Send a test alert to 127.0.0.1:1' });
  await expect(dead).toContainText('Failed the connection was refused');
  await expectWell(page);

  await act(page, { title: `Silence ${host}`, fields: { Hours: '8' } });
  await expect(row).toContainText('Silent until');
  await act(page, { title: `End the silence of ${host}` });
  await expect(row).not.toContainText('Silent until');
  for (const each of [host, '127.0.0.1:1']) {
    await act(page, { title: `Remove ${each}` });
    await expect(page.getByRole('button', { name: `Remove ${each}`, exact: true })).toHaveCount(0);
  }
  await expect(page.getByText('No channels yet')).toBeVisible();
  await hook.close();

  await page.goto(`${consoleUrl}/audit`);
  await expect(page.getByText('alerts try').first()).toBeVisible();
});
