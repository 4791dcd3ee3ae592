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
 * A short text beside a control: on hover after `delay` ms, at once on keyboard focus, gone on Escape, press or leave.
 * Spread `trigger` on the control and render `bubble` next to it. The bubble is not read out: the control's own
 * label or description has to say it too. With no text nothing happens.
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
  /** Shows it at an element at once: for touch, where nothing hovers. */
  show: (anchor: Element) => void
  bubble: ReactNode
}

function Bubble({ anchor, children }: { anchor: Element; children: ReactNode }) {
  const bubble = useRef<HTMLSpanElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    // The top layer: above dialogs and outside every overflow.
    element.showPopover?.()
    place(element, anchor)
  }, [anchor])
  return (
    <span ref={bubble} id={id} className={styles.bubble} popover="manual" aria-hidden>
      {children}
    </span>
  )
}

const GAP = 8

/** Below the anchor and centred on it; above where there is no room; always inside the window. */
function place(bubble: HTMLElement, anchor: Element) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const below = at.bottom + GAP
  const top = below + height > innerHeight - GAP ? at.top - GAP - height : below
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP)
  bubble.style.top = `${Math.round(top)}px`
  bubble.style.left = `${Math.round(left)}px`
}
