// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

// The state of a visit is that of the module.
beforeEach(() => vi.resetModules())

/** Two parts of a page that wait for its first screen; each is shown when its code has arrived. */
async function showParts() {
  const { afterFirstScreen, markFirstScreenShown } = await import('./first-screen.tsx')
  const requested: string[] = []
  const part = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<{ Part: () => string }>()
    const Part = afterFirstScreen(() => {
      requested.push(name)
      return promise
    }, 'Part')
    return { Part, arrive: () => resolve({ Part: () => name }) }
  }
  const [tray, help] = [part('tray'), part('help')]
  render(
    <>
      <tray.Part />
      <help.Part />
    </>,
  )
  return { requested, tray, help, markFirstScreenShown }
}

test('RV-505 what waits for the first screen is requested after it, one part after the other', async () => {
  const { requested, tray, help, markFirstScreenShown } = await showParts()
  await new Promise(resolve => setTimeout(resolve))
  expect(requested).toEqual([])
  markFirstScreenShown()
  await expect.poll(() => requested).toEqual(['tray'])
  help.arrive()
  await new Promise(resolve => setTimeout(resolve))
  expect(requested).toEqual(['tray'])
  tray.arrive()
  expect(await screen.findByText(/tray/)).toBeDefined()
  await expect.poll(() => requested).toEqual(['tray', 'help'])
  expect(await screen.findByText(/help/)).toBeDefined()
})

test('RV-505 a part whose code does not arrive holds up the others for two seconds', async () => {
  vi.useFakeTimers()
  const { requested, help, markFirstScreenShown } = await showParts()
  markFirstScreenShown()
  help.arrive()
  await vi.waitFor(() => expect(requested).toEqual(['tray']), { timeout: 60_000 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(requested).toEqual(['tray'])
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(requested).toEqual(['tray', 'help']), { timeout: 60_000 })
})
