import { expect, test, vi } from 'vitest'
import { findSupportedLocale, loadMessages } from './load-messages.ts'

test('AA-120 the default locale is en-GB: its texts are fetched for an unsupported locale', async () => {
  const get = vi.fn<typeof fetch>(async () => Response.json({}))
  await loadMessages(findSupportedLocale('fi-FI'), get)
  expect(get.mock.calls).toEqual([['/locales/en-GB.json']])
})
