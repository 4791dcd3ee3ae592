/** One page of a browser, driven from outside by its protocol. */
export interface BrowserPage extends AsyncDisposable {
  /** Name and version, as in 'Firefox 140.5'. */
  browser: string
  open(url: string): Promise<void>
  /** The value of a JavaScript expression in the page; JSON values only. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Clicks with the mouse at a point of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** Types with the keyboard into what has the focus. */
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Escape'): Promise<void>
  /** Chooses files in the first file input that matches the selector. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>
  /** Writes what the window shows to a PNG file. */
  screenshot(path: string): Promise<void>
}

export interface WindowOptions {
  /** Size of the window's content in CSS pixels. */
  width: number
  height: number
  scheme: 'light' | 'dark'
}
