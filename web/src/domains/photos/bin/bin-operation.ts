import type { MessageId } from '#web/platform/i18n/texts.ts'

/** Catalogue ids that take a `count`. */
export interface BinOperation {
  title: MessageId
  text: MessageId
  confirm: MessageId
  pending: MessageId
  failed: MessageId
  success: MessageId
  danger: boolean
  /** Answers how many were done. */
  run: (ids: readonly string[], onProgress: (done: number) => void) => Promise<number>
}
