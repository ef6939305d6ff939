import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { expectNoViolationsInAnyTheme } from '../axe.ts';
import type { RunningApp } from '../../support/process/app.ts';
import { accept, inviteLink, tokenIn, type Person } from '../../support/operator/people.ts';
import { CARDS, expect, expectPaid, payWith, type Role, test as base } from '../fixtures.ts';

export { expect } from '../fixtures.ts';

interface TestFixtures {
  /** Signs a person with a role in, in this test's browser. A `merchant` belongs to the sandbox's merchant. */
  signIn: (role: Role) => Promise<void>;
  /** Signs in a person that no other test uses. */
  newcomer: (role: Role) => Promise<Person>;
  /** Creates a link for a new person. */
  invite: (input: Invited) => Promise<string>;
}

interface Invited {
  role: Role;
  email?: string;
  merchant?: string;
}

export const test = base.extend<TestFixtures>({
  signIn: async ({ app, people, context, consoleUrl }, use) => {
    await use(async (role) => {
      const merchant = role === 'merchant' ? { merchant: app.sandbox.merchant_id } : {};
      const email = `${role}@pay.example`;
      const person = people.get(role) ?? (await newPerson(app, { role, email, ...merchant }));
      people.set(role, person);
      await takeCookie(context, consoleUrl, person);
    });
  },
  newcomer: async ({ app, context, page, consoleUrl }, use) => {
    await use(async (role) => {
      const person = await newPerson(app, { role, email: `${randomUUID()}@pay.example` });
      await takeCookie(context, consoleUrl, person);
      await page.goto(consoleUrl);
      return person;
    });
  },
  invite: async ({ app }, use) => {
    await use((input) => inviteLink(app, input));
  },
});

async function newPerson(app: RunningApp, input: Invited): Promise<Person> {
  return accept(app, { token: tokenIn(await inviteLink(app, input)) });
}

/** Signs a new person in to a program that one test started. */
export async function signInTo(
  app: RunningApp,
  { context, consoleUrl, role }: { context: BrowserContext; consoleUrl: string; role: Role },
): Promise<void> {
  await takeCookie(context, consoleUrl, await newPerson(app, { role, email: 'own@pay.example' }));
}

async function takeCookie(context: BrowserContext, consoleUrl: string, { cookie }: Person) {
  const [name = '', value = ''] = cookie.split('=');
  const { hostname: domain } = new URL(consoleUrl);
  const rest = { path: '/api/operator/v1', httpOnly: true, sameSite: 'Strict' } as const;
  await context.addCookies([{ name, value, domain, ...rest }]);
}

/** Checks that a view passes axe in both themes, and does not scroll sideways at either width. */
export async function expectWell(page: Page): Promise<void> {
  // Before it has loaded, a view is an empty document.
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectNoViolationsInAnyTheme(page);
  const { width = 1280, height = 720 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 390, height });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  // Elements that measure themselves, such as charts, get their new width a frame later.
  await expect.poll(overflow, 'the page scrolls sideways on a phone').toBeLessThanOrEqual(0);
  await page.setViewportSize({ width, height });
}

interface Act {
  /** The name of its button and its dialog. */
  title: string;
  /** The region of the view, if several have such a button. */
  within?: string;
  /** The values to type or choose, by label. */
  fields?: Readonly<Record<string, string>>;
}

/** Runs an action of a view, with a reason. */
export async function act(page: Page, { title, within, fields = {} }: Act): Promise<void> {
  const place = within === undefined ? page : page.getByRole('region', { name: within });
  await place.getByRole('button', { name: title, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label);
    const isChoice = await field.evaluate((element) => element instanceof HTMLSelectElement);
    if (isChoice) await field.selectOption(value);
    else await field.fill(value);
  }
  await dialog.getByLabel('Reason').fill('It was asked for');
  await dialog.getByRole('button', { name: title, exact: true }).click();
}

/**
 * Adds a virtual authenticator to a page's browser, which uses its passkeys for any request.
 *
 * @returns a function that replaces it by an empty one, as on another device
 */
export async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const add = () => browser.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  const { authenticatorId } = await add();
  return async () => {
    await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await add();
  };
}

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Pays an order without return URLs by an approved card, as its shopper does. */
export async function pay(page: Page, payUrl: string): Promise<void> {
  await page.goto(payUrl);
  await payWith(page, { number: CARDS.approved });
  await expectPaid(page);
}
