const KEY = 'tollgate-theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === value) ?? 'system';
}

/** The theme, chosen per browser. */
class ThemeChoice {
  current: Theme = $state(stored());

  constructor() {
    this.#show();
  }

  choose(theme: Theme): void {
    this.current = theme;
    localStorage.setItem(KEY, theme);
    this.#show();
  }

  #show(): void {
    if (this.current === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.current;
  }
}

export const theme = new ThemeChoice();
