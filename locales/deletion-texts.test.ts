import { expect, test } from 'vitest'
import enGB from './en-GB.json'

/** Says that photos or the account are deleted or leave. */
const DELETION =
  /will be deleted|we’ll delete|for good|leaves? your library|deleted permanently|is being deleted|account closes/i
/** Says what keeps or restores them. */
const RESCUE = /order|change your mind|Recently deleted|stay here|nothing will be deleted/i

/** Where the rescue stands beside the text. */
const BESIDE: Record<string, string> = {
  'activation.deleting': 'activation.deleting.text names customer care',
  'bin.days-left': 'on a photo with its button Restore',
  'bin.label': 'of a photo with its button Restore',
  'erasure.title': 'its text says until when it can be stopped, beside the button Stop it',
  'mail.retention.date': 'a fact; the next one is mail.retention.until',
  'mail.security.erasure.subject': 'the mail has the button Stop it',
  'storage.critical': 'storageText continues with storage.order-keeps',
}

test('RV-851 a text that photos or the account will be deleted says in the same breath what can be done', () => {
  const texts = Object.entries(enGB).filter(([, text]) => DELETION.test(text))
  expect(texts.length).toBeGreaterThan(15)
  const silent = texts.filter(([id, text]) => !RESCUE.test(text) && !(id in BESIDE))
  expect(silent).toEqual([])
  expect(Object.keys(BESIDE).filter(id => !texts.some(([each]) => each === id))).toEqual([])
})
