import type { MessageId } from '#web/platform/i18n/texts.ts'
import type { ErasureTime } from './bin-queries.ts'

/** An operation on photos of the bin, with the ids of its texts in the catalogue; each takes a `count`. */
export interface BinOperation {
  title: MessageId
  text: MessageId
  confirm: MessageId
  pending: MessageId
  failed: MessageId
  /** Undefined if the running work tells its end. */
  success?: MessageId
  danger: boolean
  /** How photos are deleted for ever; the dialog chooses. */
  erasure?: { when: ErasureTime }
  /** Resolves with the number of photos processed. */
  run: (ids: readonly string[], onProgress: (done: number) => void) => Promise<number>
}
