import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders.ts'

/** What the screens find in the demo. */
export interface Demo {
  /** The orders of the demo's consumer, newest first. */
  orders: readonly Order[]
  /** The code of a book that has a widget. */
  widget: string
}

/** One thing that a visitor does, or waits for; or an answer that is replaced from then on. */
export type Step = (page: Page, demo: Demo) => Promise<unknown>

export type User = 'owner' | 'anonymous' | 'new-customer' | 'business'

interface ScreenOptions {
  /** The signed-in user: the owner of the demo's library unless another one is named. */
  user?: User
  /** Whether it changes the library: such screens come after all others. */
  changesLibrary?: boolean
  /** Largest and smallest width of the window in which the screen exists, in pixels. */
  maxWidth?: number
  minWidth?: number
}

/** One screenshot, after its steps. */
export interface Screen extends ScreenOptions {
  name: string
  steps: readonly Step[]
  /** Undoes what would affect the next screen; replaced answers end by themselves. */
  cleanUp: readonly Step[]
}

/** Screens by name: their steps, or these with what differs from the others of the table. */
export type ScreenTable = Record<
  string,
  readonly Step[] | (ScreenOptions & { steps: readonly Step[]; cleanUp?: readonly Step[] })
>

/** Lists the screens of a table. */
export function listScreens(table: ScreenTable, options: ScreenOptions = {}): Screen[] {
  return Object.entries(table).map(([name, row]) => ({
    ...options,
    cleanUp: [],
    ...('steps' in row ? row : { steps: row }),
    name,
  }))
}
