// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { announce } from './announcements.ts'
import { LiveRegion } from './live-region.tsx'

afterEach(cleanup)

test('announcements appear in their live region, a repeated one as a change', () => {
  const { container } = render(<LiveRegion />)
  const polite = container.querySelector('[aria-live=polite]')
  const assertive = container.querySelector('[aria-live=assertive]')
  act(() => announce('3 photos selected'))
  expect([polite?.textContent, assertive?.textContent]).toEqual(['3 photos selected', ''])
  const before = polite?.textContent
  act(() => announce('3 photos selected'))
  expect(polite?.textContent).not.toBe(before)
  expect(polite?.textContent?.trim()).toBe('3 photos selected')
  act(() => announce('You are offline', 'assertive'))
  expect(assertive?.textContent).toBe('You are offline')
})
