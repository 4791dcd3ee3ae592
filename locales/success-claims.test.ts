import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import english from './en-GB.json' with { type: 'json' }
import success from './testing/success-claims.json' with { type: 'json' }

/**
 * Every English text of uploads, transfers, downloads and exports with one of the words. `claims` tell that something has happened
 * to photos: each has the test, its file and title, that shows that they cannot appear when they are not true. `others` tell nothing:
 * names of buttons, instructions, rules, refusals.
 */
const { claims, others } = success

const AREAS = /^(activity|download|downloads|export|mail\.export-ready|phone|upload|upload-receipt)\./
const WORDS = /\b(safe|safely|completed?|added|saved|deleted|all|sent|kept|arrived)\b/i
/** Names of placeholders are no words of a text. */
const PLACEHOLDER = /\{\w+[,}]/g

const claimingKeys = Object.entries(english)
  .filter(([key, text]) => AREAS.test(key) && WORDS.test(text.replaceAll(PLACEHOLDER, '')))
  .map(([key]) => key)
const listedKeys = [...claims.flatMap(({ keys }) => keys), ...others]

test('RV-811 RV-812 every text that says safe, complete, added, saved, deleted, all, sent, kept or arrived is in one row', () => {
  expect(listedKeys.toSorted()).toEqual(claimingKeys.toSorted())
})

test('RV-811 RV-812 every such text is bound to a test that exists', () => {
  const missing = claims.filter(({ file, title }) => !readFileSync(file, 'utf8').includes(title))
  expect(missing).toEqual([])
})
