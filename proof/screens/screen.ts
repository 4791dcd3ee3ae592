import type { Page } from '@playwright/test'

/** One screenshot: how a page gets to the screen. */
export interface Screen {
  name: string
  /** Opens the screen and waits until it is ready. */
  open(page: Page): Promise<void>
  /** Undoes what would affect the next screen; routes end by themselves. */
  cleanUp?(page: Page): Promise<void>
  /** The signed-in user; without it the owner of the demo library. */
  user?: 'anonymous' | 'new-customer' | 'business'
  /** Whether it changes the library: such screens come after all others. */
  changesLibrary?: boolean
  /** A main screen: taken in forced colours too. */
  inContrast?: boolean
  /** Largest width of the window in which the screen exists, in pixels. */
  maxWidth?: number
  /** Smallest width. */
  minWidth?: number
}
