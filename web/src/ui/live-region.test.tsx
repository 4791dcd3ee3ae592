// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announce } from './announcements.ts'
import { LiveRegion } from './live-region.tsx'

test('announcements appear in the live region, a repeated one as a change', () => {
  const { container } = render(<LiveRegion />)
  const region = container.querySelector('[aria-live=polite]')
  act(() => announce('3 photos selected'))
  expect(region?.textContent).toBe('3 photos selected')
  act(() => announce('3 photos selected'))
  expect(region?.textContent).not.toBe('3 photos selected')
  expect(region?.textContent?.trim()).toBe('3 photos selected')
})
