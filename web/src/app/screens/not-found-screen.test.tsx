// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreens } from '../screens.testing.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

test('AA-011 OP-45 an unknown path shows ‘Page not found’ with a link to the overview', async () => {
  renderScreens('/nobody/knows', { $: NotFoundScreen })
  expect((await screen.findByRole('heading')).textContent).toBe('Page not found')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/')
})
