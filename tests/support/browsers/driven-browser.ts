/** As much of a browser as a payment takes, where Playwright does not drive it. */
export interface DrivenBrowser {
  open(url: string): Promise<void>;
  /** Whether such an element is there by now: WebKit calls a page loaded before its scripts ran. */
  shows(selector: string): Promise<boolean>;
  /** The text of the element and all in it. */
  text(selector: string): Promise<string>;
  /** What a field holds. */
  value(selector: string): Promise<string>;
  /** Key by key into the field, as a shopper does, in place of what it held. */
  type(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Runs it in the page that is open. */
  run(script: string): Promise<void>;
  address(): Promise<string>;
  close(): Promise<void>;
}

export interface BrowserSettings {
  javaScript: boolean;
}
