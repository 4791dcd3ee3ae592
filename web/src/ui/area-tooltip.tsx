import { type RefObject, useEffect, useState } from 'react'
import { TooltipBubble } from './tooltip-bubble.tsx'
import { markLeft, type TooltipTarget } from './tooltip-target.ts'

/**
 * The tooltips of all elements with `data-tooltip` in `area`, as those of `useTooltip`: for the whole area, so that its
 * elements cost nothing. While one is shown it is also the description of its element. That of the focused element
 * stays while the pointer shows another one (WCAG 1.4.13). A pointer that rests where an element appears, as below a
 * closed preview, shows none before it moves.
 */
export function AreaTooltip({ area }: { area: RefObject<HTMLElement | null> }) {
  const [hovered, setHovered] = useState<TooltipTarget | null>(null)
  const [focused, setFocused] = useState<TooltipTarget | null>(null)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const ended = new AbortController()
    const options = { passive: true, signal: ended.signal }
    const hide = () => {
      setHovered(null)
      setFocused(null)
    }
    const hover = (anchor: Element | null) => anchor && setHovered({ anchor, delay: DELAY_MS })
    const focus = (anchor: Element | null) =>
      setFocused(anchor?.matches(':focus-visible') ? { anchor, stays: true } : null)
    let entered: Element | null = null
    element.addEventListener(
      'pointermove',
      ({ pointerType, target }) => {
        const anchor = anchorOf(target)
        if (pointerType === 'touch' || anchor === entered) return
        entered = anchor
        hover(anchor)
      },
      options,
    )
    element.addEventListener(
      'pointerout',
      ({ target, relatedTarget }) => {
        if (anchorOf(target) === anchorOf(relatedTarget)) return
        entered = null
        setHovered(markLeft)
      },
      options,
    )
    element.addEventListener('pointerdown', hide, options)
    element.addEventListener('focusin', ({ target }) => focus(anchorOf(target)), options)
    element.addEventListener('focusout', hide, options)
    // Hover and focus that began before this component was loaded.
    const focused = anchorOf(element.querySelector(':focus-visible'))
    if (focused) focus(focused)
    else hover(element.querySelector('[data-tooltip]:hover'))
    return () => ended.abort()
  }, [area])
  return (
    <>
      <AnchorTooltip target={focused} hide={() => setFocused(null)} />
      <AnchorTooltip
        target={hovered?.anchor === focused?.anchor ? null : hovered}
        hide={() => setHovered(null)}
      />
    </>
  )
}

function AnchorTooltip({ target, hide }: { target: TooltipTarget | null; hide: () => void }) {
  const text = target?.anchor.getAttribute('data-tooltip')
  return target && text ? <TooltipBubble {...{ target, text, hide }} describes /> : null
}

const DELAY_MS = 500

function anchorOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-tooltip]') : null
}
