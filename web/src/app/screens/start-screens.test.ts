import { expect, test } from 'vitest'
import enGB from '#locales/en-GB.json'
import { BUILT_IN } from './start-screens.tsx'

test('AA-118 the texts that need no catalogue are those of the en-GB one', () => {
  for (const [id, text] of Object.entries(BUILT_IN)) expect(enGB).toHaveProperty([id], text)
})
