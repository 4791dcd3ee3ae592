import { expect, test } from 'vitest'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { BUILT_IN_TEXTS } from '../start.tsx'

test('AA-118 the built-in texts equal those of the en-GB catalogue', () => {
  const { text } = textsForTests()
  for (const [id, builtIn] of Object.entries(BUILT_IN_TEXTS)) expect(text(id as MessageId)).toBe(builtIn)
})
