import { act, fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { flushPromises } from './engine/upload-environment.testing.ts'

/** Does something on the screen, and waits until all work without timers has ended. */
export const quiet = (work: () => unknown) =>
  act(async () => {
    await work()
    await flushPromises()
  })

export const press = (name: string) => quiet(() => fireEvent.click(screen.getByRole('button', { name })))

/** Chooses files with the input of this label. */
export const chooseBy = (label: string, files: readonly File[]) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files } })

/** The screen of a device that is so many px wide. */
export function stubScreen(width: number, pointer?: 'fine' | 'coarse') {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === `(pointer: ${pointer})` || width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}
