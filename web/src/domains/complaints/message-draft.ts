import type { Draft } from '#web/platform/forms/drafts.ts'
import { parseList, type StoredPhoto } from './report-draft.ts'

/** A message about a report that is not sent yet. It is kept on the device until then. */
export interface MessageDraft {
  /** The same also when it is sent again after a failure. */
  messageId: string
  text: string
  /** Whether it objects to the decision. */
  isObjection: boolean
  photos: StoredPhoto[]
}

/** Reads the message that was begun; undefined when none was. */
export function readMessageDraft(draft: Draft): MessageDraft | undefined {
  const values = draft.read()?.values
  if (!values?.messageId) return undefined
  return {
    messageId: values.messageId,
    text: values.text ?? '',
    isObjection: values.isObjection === 'true',
    photos: parseList<StoredPhoto>(values.photos) ?? [],
  }
}

/** Stores the message; an empty one is removed. */
export function writeMessageDraft(draft: Draft, message: MessageDraft): void {
  const { messageId, text, isObjection, photos } = message
  if (text === '' && photos.length === 0) draft.remove()
  else
    draft.write({
      values: { messageId, text, isObjection: String(isObjection), photos: JSON.stringify(photos) },
      baseline: {},
    })
}
