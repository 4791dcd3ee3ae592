import { REMINDER_DAYS, RETENTION_MONTHS } from '#contract/retention.ts'
import type { LibraryModel } from './library-model.ts'

export const DAY = 86_400_000
/** OP-01: no library expires without a reminder this many days before; otherwise its deletion date is postponed. */
const NOTICE_DAYS = 7
const POSTPONED_DAYS = 30
/** RV-814: a reminder counts for this many days after its date. */
const NOTICE_VALID_DAYS = 7
const REMINDER_INTERVAL_DAYS = 3

/** An expired library, until it is restored or erased. */
export interface ModelExpiration {
  expiredAt: number
  eraseAt: number
  photos: number
}

/**
 * Reference implementation of the retention with one run a day and no failing mail (P9). Orders and registrations
 * happen about noon and runs in the morning, so that days in UTC are days of the brand. All times in ms.
 */
export class RetentionModel {
  readonly registeredAt: number
  orderedAt: number | null = null
  expiration: ModelExpiration | null = null
  readonly #library: LibraryModel
  readonly #graceDays: number
  readonly #recordOutcome: (what: string) => void
  #movedDate = 0
  #reminders: { deadline: number; stage: number; at: number }[] = []

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

  /** The deletion date. */
  get deadline(): number {
    return Math.max(this.#projected, this.#movedDate)
  }

  /** The latest order counts; one whose retention period has not ended restores an expired library. */
  addOrder(placedAt: number, now: number): void {
    if (placedAt > (this.orderedAt ?? 0)) {
      this.orderedAt = placedAt
      if (this.#projected < now + POSTPONED_DAYS * DAY)
        this.#movedDate = Math.max(this.#movedDate, now + POSTPONED_DAYS * DAY)
    }
    if (!this.expiration || this.#projected <= now) return
    this.#library.restoreExpired()
    this.expiration = null
    this.#recordOutcome('libraries restored')
  }

  /** The daily run. Returns the days left that its reminder names; null without a reminder. */
  runDaily(now: number): number | null {
    const daysLeft = this.#library.library.length > 0 ? this.#checkDeadline(now) : null
    if (this.expiration && this.expiration.eraseAt <= now) {
      this.#library.eraseExpired(now)
      this.expiration = null
      this.#recordOutcome('libraries erased')
    }
    return daysLeft
  }

  #checkDeadline(now: number): number | null {
    if (countDays(this.deadline, now) > REMINDER_DAYS[0]) return null
    const earliest = this.findEarliestDeletion(now)
    if (earliest > now && earliest > this.deadline) {
      this.#movedDate = earliest
      this.#recordOutcome('dates postponed')
    }
    if (now < this.deadline) return this.#sendReminder(now)
    this.#expire(now)
    return null
  }

  /** The date that is displayed. */
  findEarliestDeletion(now: number): number {
    const daysLeft = countDays(this.deadline, now)
    const hasReminder = this.#currentReminders.some(({ at }) => countDays(this.deadline, at) >= NOTICE_DAYS)
    const isOutdated =
      daysLeft < -NOTICE_VALID_DAYS || (now >= this.deadline && this.#library.lastUploadedAt > this.deadline)
    const canBeReminded = daysLeft >= NOTICE_DAYS
    return isOutdated || !(hasReminder || canBeReminded)
      ? now + POSTPONED_DAYS * DAY
      : Math.max(this.deadline, now)
  }

  #sendReminder(now: number): number | null {
    const days = countDays(this.deadline, now)
    const stage = REMINDER_DAYS.findLast(each => days <= each)!
    if (
      this.#currentReminders.some(
        sent => sent.stage === stage || countDays(now, sent.at) < REMINDER_INTERVAL_DAYS,
      )
    )
      return null
    this.#reminders.push({ deadline: this.deadline, stage, at: now })
    this.#recordOutcome('reminders')
    return days
  }

  #expire(now: number): void {
    const eraseAt = now + this.#graceDays * DAY
    this.expiration = { expiredAt: now, eraseAt, photos: this.#library.expire(now) }
    this.#movedDate = eraseAt + POSTPONED_DAYS * DAY
    this.#recordOutcome('libraries expired')
  }

  get #currentReminders() {
    return this.#reminders.filter(({ deadline }) => deadline === this.deadline)
  }

  get #projected(): number {
    const since = new Date(this.orderedAt ?? this.registeredAt)
    const month = since.getUTCMonth() + RETENTION_MONTHS
    // A shorter month ends the period on its last day.
    const lastDay = new Date(Date.UTC(since.getUTCFullYear(), month + 1, 0)).getUTCDate()
    return new Date(since).setUTCMonth(month, Math.min(since.getUTCDate(), lastDay))
  }
}

/** Calendar days from one instant to another. */
const countDays = (to: number, from: number) => Math.floor(to / DAY) - Math.floor(from / DAY)
