import type { Page } from './pages/page.ts'

const STATUS_BY_ERROR = {
  incomplete: 400,
  stale: 403,
  other: 403,
  missing: 404,
  expired: 410,
  'photos-gone': 410,
} as const

/** Thrown by a handler whose page is elsewhere now. */
export class PageMoved extends Error {
  override name = 'PageMoved'
  readonly path: string

  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/** Thrown by a handler whose page cannot be shown; `reason` selects the status and the texts. */
export class PageError extends Error {
  override name = 'PageError'
  readonly reason: keyof typeof STATUS_BY_ERROR
  readonly page: Page | undefined
  readonly status: number

  constructor(reason: keyof typeof STATUS_BY_ERROR, page?: Page) {
    super(reason)
    this.reason = reason
    this.page = page
    this.status = STATUS_BY_ERROR[reason]
  }
}
