// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AreaTooltip } from './area-tooltip.tsx'
import { useTooltip } from './tooltip.tsx'

function Control() {
  const { trigger, bubble } = useTooltip('The tooltip')
  return (
    <>
      <button type="button" {...trigger}>
        Control
      </button>
      {bubble}
    </>
  )
}

function Area() {
  const area = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={area}>
        {['First', 'Second'].map(name => (
          <button key={name} type="button" data-tooltip={`${name} tooltip`}>
            {name}
          </button>
        ))}
      </div>
      <AreaTooltip area={area} />
    </>
  )
}

// Loaded on demand: no test waits for it.
beforeAll(() => import('./tooltip-bubble.tsx'))
beforeEach(() => vi.useFakeTimers())
const time = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = (text: string) => screen.queryByText(text) !== null

test('RV-117 the pointer passing the focused control does not end its tooltip, the end of the focus does', async () => {
  render(<Control />)
  const control = screen.getByRole('button')
  act(() => control.focus())
  await time(0)
  expect(shown('The tooltip')).toBe(true)
  fireEvent.pointerEnter(control, { pointerType: 'mouse' })
  await time(1000)
  fireEvent.pointerLeave(control, { pointerType: 'mouse' })
  await time(1000)
  expect(shown('The tooltip')).toBe(true)
  act(() => control.blur())
  expect(shown('The tooltip')).toBe(false)
})

test('RV-117 the tooltip of the focused tile stays while the pointer shows that of another one', async () => {
  render(<Area />)
  const [first, second] = screen.getAllByRole('button')
  act(() => first!.focus())
  expect(shown('First tooltip')).toBe(true)
  for (const tile of [first!, second!]) {
    fireEvent.pointerOver(tile, { pointerType: 'mouse' })
    fireEvent.pointerMove(tile, { pointerType: 'mouse' })
    await time(600)
    expect([shown('First tooltip'), shown('Second tooltip')]).toEqual([true, tile === second])
    fireEvent.pointerOut(tile, { pointerType: 'mouse' })
    await time(600)
    expect([shown('First tooltip'), shown('Second tooltip')]).toEqual([true, false])
  }
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(shown('First tooltip')).toBe(false)
})

test('RV-117 a pointer that rests where a tile appears shows no second tooltip beside that of the focus, until it moves', async () => {
  render(<Area />)
  const [first, second] = screen.getAllByRole('button')
  act(() => first!.focus())
  fireEvent.pointerOver(second!, { pointerType: 'mouse' })
  await time(1000)
  expect([shown('First tooltip'), shown('Second tooltip')]).toEqual([true, false])
  fireEvent.pointerMove(second!, { pointerType: 'mouse' })
  await time(600)
  expect([shown('First tooltip'), shown('Second tooltip')]).toEqual([true, true])
})

test('RV-1149 a pointer that rests where it pressed shows no tooltip when a layer over the control closes', async () => {
  render(<Control />)
  const control = screen.getByRole('button')
  const mouse = { pointerType: 'mouse' }
  fireEvent.pointerEnter(control, mouse)
  fireEvent.pointerDown(control, mouse)
  fireEvent.pointerLeave(control, mouse)
  fireEvent.pointerEnter(control, mouse)
  await time(1000)
  expect(shown('The tooltip')).toBe(false)
  fireEvent.pointerMove(control, mouse)
  await time(1000)
  expect(shown('The tooltip')).toBe(true)
})
