import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Creates a temporary folder and removes it at an end: that of the file or `describe`, or with `onTestFinished` of the test. */
export function createTestFolder(onEnd: (remove: () => void) => unknown = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
