import type { Page } from './pages/page.ts'

const STATUS = { incomplete: 400, stale: 403, other: 403, missing: 404, expired: 410 } as const

/** A page that cannot be shown, with the reason a person is told. */
export class Refusal extends Error {
  override name = 'Refusal'
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
