import { type RefObject, useEffect, useState } from 'react'
import { TooltipBubble } from './tooltip-bubble.tsx'
import { markPointerLeft, type TooltipTarget } from './tooltip-target.ts'

/**
 * Shows the tooltips of all elements with `data-tooltip` in `area`, with one set of listeners instead of a `useTooltip`
 * per element. A visible tooltip is also the description of its element. The tooltip of the focused element stays while
 * the pointer shows another one (WCAG 1.4.13). A pointer that rests where an element appears, as below a closed preview,
 * shows no tooltip before it moves.
 */
export function AreaTooltip({ area }: { area: RefObject<HTMLElement | null> }) {
  const [hovered, setHovered] = useState<TooltipTarget | null>(null)
  const [focused, setFocused] = useState<TooltipTarget | null>(null)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    const hide = () => {
      setHovered(null)
      setFocused(null)
    }
    const hover = (anchor: Element | null) => anchor && setHovered({ anchor, delay: DELAY_MS })
    const focus = (anchor: Element | null) =>
      setFocused(anchor?.matches(':focus-visible') ? { anchor, isFocused: true } : null)
    let enteredAnchor: Element | null = null
    element.addEventListener(
      'pointermove',
      ({ pointerType, target }) => {
        const anchor = findAnchor(target)
        if (pointerType === 'touch' || anchor === enteredAnchor) return
        enteredAnchor = anchor
        hover(anchor)
      },
      options,
    )
    element.addEventListener(
      'pointerout',
      ({ target, relatedTarget }) => {
        if (findAnchor(target) === findAnchor(relatedTarget)) return
        enteredAnchor = null
        setHovered(markPointerLeft)
      },
      options,
    )
    element.addEventListener('pointerdown', hide, options)
    element.addEventListener('focusin', ({ target }) => focus(findAnchor(target)), options)
    element.addEventListener('focusout', hide, options)
    // Hover and focus that began before this component was loaded.
    const focused = findAnchor(element.querySelector(':focus-visible'))
    if (focused) focus(focused)
    else hover(element.querySelector('[data-tooltip]:hover'))
    return () => controller.abort()
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

function findAnchor(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-tooltip]') : null
}
