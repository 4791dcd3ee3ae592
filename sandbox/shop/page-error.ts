import type { Page } from './pages/page.ts'

const STATUS = {
  incomplete: 400,
  stale: 403,
  other: 403,
  missing: 404,
  expired: 410,
  'photos-gone': 410,
} as const

/** Thrown by a handler whose page cannot be shown; `reason` selects the status and the texts. */
export class PageError extends Error {
  override name = 'PageError'
  readonly reason: keyof typeof STATUS
  readonly page: Page | undefined

  constructor(reason: keyof typeof STATUS, page?: Page) {
    super(reason)
    this.reason = reason
    this.page = page
  }

  get status(): number {
    return STATUS[this.reason]
  }
}
