import { vi } from 'vitest'

// A page in a test has no library socket: `push` of the module in its place sends messages.
if (typeof document !== 'undefined') {
  vi.doMock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))
}
