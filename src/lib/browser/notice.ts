import type { Notice } from '../card-form/form-view.ts';

/** Notices that need no server; the page has their texts as templates. */
type TemplateNotice = 'notSent' | 'offline' | 'findingOut';

/** Shows a notice above the form and focuses it, so that it is announced. */
export function showNotice(notice: Notice | TemplateNotice): void {
  const box = document.getElementById('notice');
  if (!box) return;
  box.textContent = '';
  box.append(...noticeContent(notice));
  box.hidden = false;
  box.focus();
}

export function hideNotice(): void {
  const box = document.getElementById('notice');
  if (box) box.hidden = true;
}

function noticeContent(notice: Notice | TemplateNotice): readonly Node[] {
  if (typeof notice !== 'string') {
    return [element('h2', notice.title), ...notice.text.map((text) => element('p', text))];
  }
  const template = document.querySelector<HTMLTemplateElement>(`[data-notice=${notice}]`);
  return template ? [template.content.cloneNode(true)] : [];
}

export function element<Tag extends 'a' | 'h2' | 'li' | 'p'>(
  tag: Tag,
  text: string,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { textContent: text });
}

let wasOffline = false;

/**
 * Tells whether to send nothing now, because there is no connection. The browser's word for it can be wrong, so that
 * the next time is sent in any case.
 */
export function isOffline(): boolean {
  wasOffline = !navigator.onLine && !wasOffline;
  return wasOffline;
}
