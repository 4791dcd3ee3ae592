import type { Page } from '@playwright/test'

/** One picture: how a page comes to it. */
export interface Screen {
  name: string
  /** Brings the page to where the picture is taken. */
  open(page: Page): Promise<void>
  /** Leaves nothing behind for the next picture. */
  leave?(page: Page): Promise<void>
  /** Whose it is: the demo library's owner, somebody with nothing at all, or nobody who is signed in. */
  of?: 'nobody' | 'newcomer'
  /** Changes the library while it is open: taken when all others are. */
  changes?: boolean
  /** Widest window the screen exists in. */
  upTo?: number
  /** Narrowest one. */
  from?: number
}
