// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { reloadForNewBuild } from './new-build.ts'

let left: string[]
let build: string
const reload = vi.fn()
const page = {
  build: () => build,
  reloadedBuilds: {
    read: () => left,
    write: (builds: string[]) => {
      left = builds
      return true
    },
  },
  reload,
}

beforeEach(() => {
  left = []
  build = '/assets/index-1.js'
  reload.mockReset()
})

test('RV-402 a page reloads once for each build, so two servers with different builds are no loop', () => {
  expect(reloadForNewBuild(page)).toBe(true)
  build = '/assets/index-2.js'
  expect(reloadForNewBuild(page)).toBe(true)
  for (build of ['/assets/index-1.js', '/assets/index-2.js']) expect(reloadForNewBuild(page)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('RV-402 a page with unsaved work does not reload, nor one that could not remember it', () => {
  const { rerender } = renderHook(({ present }) => useUnsavedWork(present), {
    initialProps: { present: true },
  })
  expect(reloadForNewBuild(page)).toBe(false)
  rerender({ present: false })
  expect(reloadForNewBuild({ ...page, reloadedBuilds: { read: () => [], write: () => false } })).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  expect(reloadForNewBuild(page)).toBe(true)
})
