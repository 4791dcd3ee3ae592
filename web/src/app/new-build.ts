import { getRunningBuild } from '#web/platform/lazy/build.ts'
import { createStoredValue } from '#web/platform/storage/storage.ts'
import { hasUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'

/**
 * Reloads a page whose build is no longer deployed; false if the customer must decide: work would be lost, or
 * this tab has already left the same build once. While several servers have different builds, that would be a loop.
 */
export function reloadForNewBuild(page: ReloadablePage = browserPage): boolean {
  const runningBuild = page.build()
  const reloadedBuilds = page.reloadedBuilds.read() ?? []
  if (runningBuild === undefined || reloadedBuilds.includes(runningBuild) || hasUnsavedWork()) return false
  if (!page.reloadedBuilds.write([...reloadedBuilds, runningBuild])) return false
  page.reload()
  return true
}

interface ReloadablePage {
  build: () => string | undefined
  reloadedBuilds: { read: () => string[] | undefined; write: (builds: string[]) => boolean }
  reload: () => void
}

const browserPage: ReloadablePage = {
  build: getRunningBuild,
  reloadedBuilds: createStoredValue('keepsake.left-builds', isTextList, () => sessionStorage),
  reload: () => location.reload(),
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}
