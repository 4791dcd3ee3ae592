// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useSuggest } from './use-suggest.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

test('NX-231 selected photos that could not be listed are no reason to take all of them', async () => {
  let isDown = true
  const listIds = async () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return ['a', 'b']
  }
  const Page = () => {
    const suggest = useSuggest({ count: 2, ids: listIds })
    return (
      <button type="button" onClick={suggest}>
        Suggest
      </button>
    )
  }
  const { router } = renderScreens('/test', { '/test': Page })
  fireEvent.click(await screen.findByText('Suggest'))
  await screen.findByText('The photos couldn’t be suggested. Please try again.')
  expect(router.state.location.pathname).toBe('/test')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(PATHS.suggest))
  expect(router.state.location.search).toEqual({ source: 'selection' })
})
