import { type FocusEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { createEnterUpdate, markPointerLeft, type TooltipTarget } from './tooltip-target.ts'

const TooltipBubble = lazyComponent(() => import('./tooltip-bubble.tsx'), 'TooltipBubble')

/**
 * A tooltip: shown on hover after `delay` ms and immediately on keyboard focus, until hover or focus end, a press, or
 * Escape; the pointer can move onto it (WCAG 1.4.13). Spread `trigger` on the control and render `bubble` next to
 * it. Screen readers ignore the bubble: the control's label or description must contain the same text. Without a text no
 * tooltip is shown.
 */
export function useTooltip(text: ReactNode, delay = 500): Tooltip {
  const [target, setTarget] = useState<TooltipTarget | null>(null)
  // A layer that a press opened and that closes under a resting pointer makes it leave and enter: it has to move, too.
  const press = useRef<'pressed' | 'left'>(undefined)
  const hide = () => setTarget(null)
  const enter = (anchor: Element) => {
    press.current = undefined
    setTarget(createEnterUpdate(anchor, delay))
  }
  return {
    trigger: {
      onPointerEnter: ({ pointerType, currentTarget }) => {
        if (pointerType !== 'touch' && !press.current) enter(currentTarget)
      },
      onPointerMove: ({ pointerType, currentTarget }) => {
        if (press.current === 'left' && pointerType !== 'touch') enter(currentTarget)
      },
      onPointerLeave: () => {
        if (press.current) press.current = 'left'
        setTarget(markPointerLeft)
      },
      onPointerDown: () => {
        press.current = 'pressed'
        hide()
      },
      onFocus: ({ target, currentTarget }) => {
        if (target.matches(':focus-visible')) setTarget({ anchor: currentTarget, isFocused: true })
      },
      onBlur: hide,
    },
    show: anchor => setTarget({ anchor }),
    bubble: target && text ? <TooltipBubble {...{ target, text, hide }} /> : null,
  }
}

export interface Tooltip {
  trigger: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerLeave: () => void
    onPointerDown: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: () => void
  }
  /** Shows the tooltip at an element immediately: for touch, which has no hover. */
  show: (anchor: Element) => void
  bubble: ReactNode
}
