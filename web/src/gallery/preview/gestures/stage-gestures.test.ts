import { describe, expect, test, vi } from 'vitest'
import { createStageGestures, type PointerLike, type StageEnvironment } from './stage-gestures.ts'

const WIDTH = 1000
const HEIGHT = 800
const environment = {
  stage: () => ({ left: 0, top: 0, width: WIDTH, height: HEIGHT }),
  picture: () => ({ width: 1000, height: 750 }),
  actual: () => 4,
  ends: () => ({ before: true, after: true }),
  mobile: () => false,
  draw: vi.fn<StageEnvironment['draw']>(),
  move: vi.fn(),
  close: vi.fn(),
  onTap: vi.fn(),
} satisfies StageEnvironment

/** A finger or mouse with its own clock, ms. */
function pointer(gestures: ReturnType<typeof createStageGestures>, pointerType = 'touch', pointerId = 1) {
  const at = (clientX: number, clientY: number, timeStamp: number): PointerLike => ({
    pointerId,
    pointerType,
    button: 0,
    clientX,
    clientY,
    timeStamp,
  })
  return {
    tap(x: number, y: number, time: number) {
      gestures.onPointerDown(at(x, y, time))
      gestures.onPointerUp(at(x, y, time + 20))
    },
    down: (x: number, y: number, time = 0) => gestures.onPointerDown(at(x, y, time)),
    move: (x: number, y: number, time = 50) => gestures.onPointerMove(at(x, y, time)),
    up: (x: number, y: number, time = 100) => gestures.onPointerUp(at(x, y, time)),
    swipe(by: { x?: number; y?: number }) {
      const [x, y] = [500 + (by.x ?? 0), 300 + (by.y ?? 0)]
      gestures.onPointerDown(at(500, 300, 0))
      gestures.onPointerMove(at(x, y, 50))
      const drawn = gestures.view()
      gestures.onPointerUp(at(x, y, 100))
      return drawn
    },
  }
}

describe('zoom', () => {
  test('PL-058 a click toggles between scale 1 and 2.5, the clicked point stays in place', () => {
    const gestures = createStageGestures(environment)
    const mouse = pointer(gestures, 'mouse')
    mouse.tap(700, 400, 0)
    expect(gestures.view().zoom).toEqual({ scale: 2.5, x: -300, y: 0 })
    expect(environment.draw).toHaveBeenLastCalledWith(gestures.view(), expect.anything(), true)
    mouse.tap(700, 400, 1000)
    expect(gestures.view().zoom).toEqual({ scale: 1, x: 0, y: 0 })
  })

  test('NX-255 a double click toggles between the fitted picture and 100 % at the clicked point', () => {
    const gestures = createStageGestures(environment)
    const mouse = pointer(gestures, 'mouse')
    const doubleClick = () => {
      mouse.tap(600, 400, 0)
      mouse.tap(600, 400, 100)
      gestures.onDoubleClick({ clientX: 600, clientY: 400 })
    }
    doubleClick()
    expect(gestures.view().zoom).toEqual({ scale: 4, x: -300, y: 0 })
    doubleClick()
    expect(gestures.view().zoom.scale).toBe(1)
    // A double tap is that of PL-058, which browsers report as a double click too.
    pointer(gestures).tap(600, 400, 1000)
    pointer(gestures).tap(600, 400, 1100)
    gestures.onDoubleClick({ clientX: 600, clientY: 400 })
    expect(gestures.view().zoom.scale).toBe(2.5)
  })

  test('NX-255 RV-806 wheel, slider and keys reach 100 % and stop at 200 %', () => {
    const gestures = createStageGestures(environment)
    for (let turn = 0; turn < 20; turn++)
      gestures.onWheel({ deltaY: -300, deltaMode: 0, ctrlKey: false, clientX: 500, clientY: 400 })
    expect(gestures.view().zoom.scale).toBe(8)
    gestures.showActual()
    expect(gestures.view().zoom.scale).toBe(4)
    gestures.zoomTo(100)
    expect(gestures.view().zoom.scale).toBe(8)
    gestures.pan(-0.25, 0)
    expect(gestures.view().zoom.x).toBe(250)
    gestures.pan(-100, 0)
    expect(gestures.view().zoom.x).toBe((1000 * 8 - WIDTH) / 2)
    gestures.zoomTo(0)
    expect(gestures.view().zoom).toEqual({ scale: 1, x: 0, y: 0 })
  })

  test.each([
    [200, 2.5],
    [201, 1],
  ])('PL-058 on mobile two taps %i ms apart lead to scale %d', (pause, scale) => {
    const gestures = createStageGestures({ ...environment, mobile: () => true })
    const finger = pointer(gestures)
    finger.tap(500, 400, 0)
    expect(gestures.view().zoom.scale).toBe(1)
    finger.tap(502, 401, 20 + pause)
    expect(gestures.view().zoom.scale).toBe(scale)
  })

  test('PL-058 at 2.5 dragging moves the picture within its bounds and changes no photo', () => {
    const gestures = createStageGestures({ ...environment, mobile: () => true })
    gestures.toggle()
    const finger = pointer(gestures)
    finger.down(500, 400)
    finger.move(600, 350)
    expect(gestures.view().zoom).toEqual({ scale: 2.5, x: 100, y: -50 })
    finger.move(5000, 350)
    expect(gestures.view().zoom.x).toBe((1000 * 2.5 - WIDTH) / 2)
    finger.up(5000, 350)
    expect(gestures.view()).toMatchObject({ offsetX: 0, down: 0 })
    expect(environment.move).not.toHaveBeenCalled()
    expect(environment.close).not.toHaveBeenCalled()
  })

  test('two fingers zoom by the change of their distance and change no photo', () => {
    const gestures = createStageGestures(environment)
    const [first, second] = [pointer(gestures, 'touch', 1), pointer(gestures, 'touch', 2)]
    first.down(450, 400)
    second.down(550, 400)
    first.move(400, 400)
    second.move(600, 400)
    expect(gestures.view().zoom.scale).toBe(2)
    second.up(600, 400)
    first.up(400, 400)
    expect(gestures.view().zoom.scale).toBe(2)
    expect(environment.move).not.toHaveBeenCalled()
  })
})

describe('swiping sideways', () => {
  test.each([
    ['351 px to the left', -351, 1],
    ['351 px to the right', 351, -1],
  ])('PL-059 %s of 1000 change the photo', (_, x, step) => {
    const gestures = createStageGestures(environment)
    pointer(gestures).swipe({ x })
    expect(environment.move.mock.calls).toEqual([[step]])
  })

  test.each([350, -350, 40])('PL-059 %i px of 1000 spring back', x => {
    const gestures = createStageGestures(environment)
    const drawn = pointer(gestures).swipe({ x })
    expect(drawn.offsetX).not.toBe(0)
    expect(gestures.view().offsetX).toBe(0)
    expect(environment.draw).toHaveBeenLastCalledWith(gestures.view(), expect.anything(), true)
    expect(environment.move).not.toHaveBeenCalled()
  })

  test('PL-061 towards a photo the picture moves 1.5 times as far as the finger', () => {
    expect(pointer(createStageGestures(environment)).swipe({ x: -200 }).offsetX).toBe(-300)
  })

  test.each([
    ['first', { before: false, after: true }, 900],
    ['last', { before: true, after: false }, -900],
  ] as const)('PL-059 PL-061 beyond the %s photo the picture gives way by 0.2 and stays', (_, ends, x) => {
    const gestures = createStageGestures({ ...environment, ends: () => ends })
    expect(pointer(gestures).swipe({ x }).offsetX).toBe(x * 0.2)
    expect(gestures.view().offsetX).toBe(0)
    expect(environment.move).not.toHaveBeenCalled()
  })
})

describe('swiping down', () => {
  const mobile = { ...environment, mobile: () => true }

  test('PL-060 PL-061 on mobile more than 35 % of the height closes, the picture moves 1.5 times as far', () => {
    const gestures = createStageGestures(mobile)
    expect(pointer(gestures).swipe({ y: 281 }).down).toBe(421.5)
    expect(environment.close).toHaveBeenCalledOnce()
    expect(environment.move).not.toHaveBeenCalled()
  })

  test('PL-060 35 % springs back', () => {
    const gestures = createStageGestures(mobile)
    pointer(gestures).swipe({ y: 280 })
    expect(gestures.view().down).toBe(0)
    expect(environment.close).not.toHaveBeenCalled()
  })

  test('PL-060 on larger screens it does not close', () => {
    pointer(createStageGestures(environment)).swipe({ y: 700 })
    expect(environment.close).not.toHaveBeenCalled()
  })
})
