// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { LoadFailure, publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { toasts } from '#web/ui/toasts.ts'
import { reloadForNewBuild } from './new-build.ts'
import { useLoadFailureToasts } from './root-frame.tsx'

vi.mock('./new-build.ts', () => ({ reloadForNewBuild: vi.fn(() => true) }))

test('RV-402 a new build is loaded when a press needs it, and offered where nobody waits for it', () => {
  const added = vi.spyOn(toasts, 'add')
  renderHook(() => useLoadFailureToasts(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <TextsProvider texts={textsForTests()}>{children}</TextsProvider>
    ),
  })
  const outdated = new LoadFailure('outdated', new TypeError())
  act(() => publishLoadFailure(outdated, false))
  expect(reloadForNewBuild).not.toHaveBeenCalled()
  expect(added.mock.calls).toMatchObject([[{ action: { label: 'Reload page' }, timeoutMs: null }]])
  act(() => publishLoadFailure(outdated))
  expect(reloadForNewBuild).toHaveBeenCalledOnce()
  expect(added).toHaveBeenCalledOnce()
})
