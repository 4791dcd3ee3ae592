import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import english from './en-GB.json' with { type: 'json' }
import { CLAIMS, NO_CLAIMS } from './success-claims.testing.ts'

const AREAS = /^(activity|download|downloads|export|mail\.export-ready|phone|upload|upload-receipt)\./
const WORDS = /\b(safe|safely|completed?|added|saved|deleted|all|sent|kept|arrived)\b/i
/** Names of placeholders are no words of a text. */
const PLACEHOLDER = /\{\w+[,}]/g

const claimingKeys = Object.entries(english)
  .filter(([key, text]) => AREAS.test(key) && WORDS.test(text.replaceAll(PLACEHOLDER, '')))
  .map(([key]) => key)
const listedKeys = [...CLAIMS.flatMap(({ keys }) => keys), ...NO_CLAIMS]

test('RV-811 RV-812 every text that says safe, complete, added, saved, deleted, all, sent, kept or arrived is in one row', () => {
  expect(listedKeys.toSorted()).toEqual(claimingKeys.toSorted())
})

test('RV-811 RV-812 every such text is bound to a test that exists', () => {
  const missing = CLAIMS.filter(({ file, title }) => !readFileSync(file, 'utf8').includes(title))
  expect(missing).toEqual([])
})
