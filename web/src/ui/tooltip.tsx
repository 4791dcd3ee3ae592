import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './tooltip.module.css'

/**
 * A tooltip: shown on hover after `delay` ms and immediately on keyboard focus, hidden on Escape, press or leave.
 * Spread `trigger` on the control and render `bubble` next to it. Screen readers ignore the bubble: the control's label
 * or description must contain the same text. Without a text no tooltip is shown.
 */
export function useTooltip(text: ReactNode, delay = 500): Tooltip {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    trigger: {
      onPointerEnter: event => {
        if (event.pointerType === 'touch') return
        const target = event.currentTarget
        timer.current = setTimeout(() => setAnchor(target), delay)
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: event => {
        if (event.target.matches(':focus-visible')) setAnchor(event.currentTarget)
      },
      onBlur: hide,
      onKeyDown: event => {
        if (event.key === 'Escape') hide()
      },
    },
    show: setAnchor,
    bubble: anchor && text ? <Bubble anchor={anchor}>{text}</Bubble> : null,
  }
}

export interface Tooltip {
  trigger: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: () => void
    onPointerDown: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: () => void
    onKeyDown: (event: KeyboardEvent) => void
  }
  /** Shows the tooltip at an element immediately: for touch, which has no hover. */
  show: (anchor: Element) => void
  bubble: ReactNode
}

function Bubble({ anchor, children }: { anchor: Element; children: ReactNode }) {
  const bubble = useRef<HTMLSpanElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    // Popovers are in the top layer: above dialogs and not clipped by overflow.
    element.showPopover?.()
    positionBubble(element, anchor)
  }, [anchor])
  return (
    <span ref={bubble} id={id} className={styles.bubble} popover="manual" aria-hidden>
      {children}
    </span>
  )
}

const GAP = 8

/** Positions below the anchor, centred; above if there is no space; always inside the window. */
function positionBubble(bubble: HTMLElement, anchor: Element) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const below = at.bottom + GAP
  const top = below + height > innerHeight - GAP ? at.top - GAP - height : below
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP)
  bubble.style.top = `${Math.round(top)}px`
  bubble.style.left = `${Math.round(left)}px`
}
