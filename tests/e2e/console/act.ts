import type { Page } from '@playwright/test';

interface Act {
  /** What its button and its dialog are called. */
  title: string;
  /** Where several such buttons are: of which part of the view. */
  within?: string;
  /** What is typed or chosen, by label. */
  fields?: Readonly<Record<string, string>>;
}

/** Has an action of a view done, for a reason. */
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
