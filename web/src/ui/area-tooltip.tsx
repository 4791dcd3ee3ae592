import { type RefObject, useEffect, useState } from 'react'
import { TooltipBubble } from './tooltip-bubble.tsx'
import { markLeft, type TooltipTarget } from './tooltip-target.ts'

/**
 * The tooltips of all elements with `data-tooltip` in `area`, as those of `useTooltip`: one for the whole area, so that
 * its elements cost nothing. While it is shown it is also the description of its element.
 */
export function AreaTooltip({ area }: { area: RefObject<HTMLElement | null> }) {
  const [target, setTarget] = useState<TooltipTarget | null>(null)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const ended = new AbortController()
    const options = { passive: true, signal: ended.signal }
    const hide = () => setTarget(null)
    const hover = (anchor: Element | null) => anchor && setTarget({ anchor, delay: DELAY_MS })
    const focus = (anchor: Element | null) =>
      setTarget(anchor?.matches(':focus-visible') ? { anchor, stays: true } : null)
    element.addEventListener(
      'pointerover',
      ({ pointerType, target, relatedTarget }) => {
        if (pointerType !== 'touch' && anchorOf(target) !== anchorOf(relatedTarget)) hover(anchorOf(target))
      },
      options,
    )
    element.addEventListener(
      'pointerout',
      ({ target, relatedTarget }) => {
        if (anchorOf(target) !== anchorOf(relatedTarget)) setTarget(markLeft)
      },
      options,
    )
    element.addEventListener('pointerdown', hide, options)
    element.addEventListener('focusin', ({ target }) => focus(anchorOf(target)), options)
    element.addEventListener('focusout', hide, options)
    // What began before this component was loaded.
    const focused = anchorOf(element.querySelector(':focus-visible'))
    if (focused) focus(focused)
    else hover(element.querySelector('[data-tooltip]:hover'))
    return () => ended.abort()
  }, [area])
  const text = target?.anchor.getAttribute('data-tooltip')
  return target && text ? (
    <TooltipBubble {...{ target, text }} hide={() => setTarget(null)} describes />
  ) : null
}

const DELAY_MS = 500

function anchorOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-tooltip]') : null
}
