import { expect, test } from 'vitest'
import enGB from '#locales/en-GB.json'
import { BUILT_IN_TEXTS } from './start-screens.tsx'

test('AA-118 the built-in texts equal those of the en-GB catalogue', () => {
  for (const [id, text] of Object.entries(BUILT_IN_TEXTS)) expect(enGB).toHaveProperty([id], text)
})
