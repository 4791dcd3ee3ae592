import { REMINDER_DAYS, RETENTION_MONTHS } from '#contract/retention.ts'
import type { LibraryModel } from './library-model.ts'

export const DAY = 86_400_000
/** What the house promises (OP-01): no library leaves without so many days' notice, else its date moves on. */
const NOTICE_DAYS = 7
const MOVED_DAYS = 30
const MAILS_APART_DAYS = 3

/** A library that left, until it is back or erased. */
export interface ModelExpiration {
  leftAt: number
  eraseAt: number
  photos: number
}

/**
 * How long a library is kept, when the retention runs every simulateDay and every mail leaves. Orders and registrations are
 * of about noon and simulateDays end in the morning, so that days of UTC are those of the brand. All instants in ms.
 */
export class RetentionModel {
  readonly registeredAt: number
  orderedAt: number | null = null
  expiration: ModelExpiration | null = null
  readonly #library: LibraryModel
  readonly #graceDays: number
  readonly #recordOutcome: (what: string) => void
  #moved = 0
  #told: { deadline: number; stage: number; at: number }[] = []

  constructor(
    library: LibraryModel,
    registeredAt: number,
    graceDays: number,
    recordOutcome: (what: string) => void,
  ) {
    this.#library = library
    this.registeredAt = registeredAt
    this.#graceDays = graceDays
    this.#recordOutcome = recordOutcome
  }

  /** When the photos go. */
  get deadline(): number {
    return Math.max(this.#projected, this.#moved)
  }

  /** The latest order counts; one that makes the end of the period untrue brings a library back that had left. */
  order(placedAt: number, now: number): void {
    this.orderedAt = Math.max(this.orderedAt ?? 0, placedAt)
    if (!this.expiration || this.#projected <= now) return
    this.#library.restoreExpired()
    this.expiration = null
    this.#recordOutcome('libraries that came back')
  }

  /** The nightly run. Answers of how many days left the customer is reminded, or null. */
  simulateDay(now: number): number | null {
    const reminded = this.#library.library.length > 0 ? this.#watch(now) : null
    if (this.expiration && this.expiration.eraseAt <= now) {
      this.#library.eraseExpired()
      this.expiration = null
      this.#recordOutcome('libraries erased')
    }
    return reminded
  }

  #watch(now: number): number | null {
    if (daysTo(this.deadline, now) > REMINDER_DAYS[0]) return null
    const warned = this.#notices.some(({ at }) => daysTo(this.deadline, at) >= NOTICE_DAYS)
    if (!warned && daysTo(this.deadline, now) < NOTICE_DAYS) {
      this.#moved = now + MOVED_DAYS * DAY
      this.#recordOutcome('dates moved')
    }
    if (now < this.deadline) return this.#remind(now)
    this.#leave(now)
    return null
  }

  #remind(now: number): number | null {
    const days = daysTo(this.deadline, now)
    const stage = REMINDER_DAYS.findLast(each => days <= each)!
    if (this.#notices.some(told => told.stage === stage || daysTo(now, told.at) < MAILS_APART_DAYS))
      return null
    this.#told.push({ deadline: this.deadline, stage, at: now })
    this.#recordOutcome('reminders')
    return days
  }

  #leave(now: number): void {
    const eraseAt = now + this.#graceDays * DAY
    this.expiration = { leftAt: now, eraseAt, photos: this.#library.expire(now) }
    this.#moved = eraseAt + MOVED_DAYS * DAY
    this.#recordOutcome('libraries that left')
  }

  get #notices() {
    return this.#told.filter(({ deadline }) => deadline === this.deadline)
  }

  get #projected(): number {
    const since = new Date(this.orderedAt ?? this.registeredAt)
    const month = since.getUTCMonth() + RETENTION_MONTHS
    // The last day of a month that is shorter.
    const last = new Date(Date.UTC(since.getUTCFullYear(), month + 1, 0)).getUTCDate()
    return new Date(since).setUTCMonth(month, Math.min(since.getUTCDate(), last))
  }
}

/** Calendar days from one instant to another. */
const daysTo = (to: number, from: number) => Math.floor(to / DAY) - Math.floor(from / DAY)
