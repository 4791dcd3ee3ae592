import { afterAll } from 'vitest'

/** Closes what a test file, or a group of its tests, has opened after the last of them; what was opened last first. */
export function closeAfterAll<T extends { close(): unknown }>(opened: T): T {
  afterAll(() => opened.close())
  return opened
}
