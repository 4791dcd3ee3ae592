import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'
import styles from './tooltip-bubble.module.css'
import type { TooltipTarget } from './tooltip-target.ts'

/**
 * The text of a tooltip at its target. It hides GRACE_MS after the pointer has left the target, unless it is then on the
 * bubble, and on Escape. `describes` makes it the target's description for screen readers.
 */
export function TooltipBubble({ target, text, hide, describes = false }: TooltipBubbleProps) {
  const { anchor, delay, hasPointerLeft = false } = target
  const [hovered, setHovered] = useState<Element>()
  const [isEntered, setIsEntered] = useState(false)
  const isVisible = delay === undefined || hovered === anchor
  const handleEnd = useEffectEvent(hide)
  useEffect(() => {
    if (delay === undefined || hasPointerLeft) return
    const timer = setTimeout(() => setHovered(anchor), delay)
    return () => clearTimeout(timer)
  }, [anchor, delay, hasPointerLeft])
  useEffect(() => {
    if (!hasPointerLeft || isEntered) return
    const timer = setTimeout(handleEnd, isVisible ? GRACE_MS : 0)
    return () => clearTimeout(timer)
  }, [hasPointerLeft, isEntered, isVisible])
  return isVisible ? <Bubble {...{ target, text, hide, describes }} onHover={setIsEntered} /> : null
}

const GRACE_MS = 150

export interface TooltipBubbleProps {
  target: TooltipTarget
  text: ReactNode
  hide: () => void
  describes?: boolean
}

function Bubble({ target, text, hide, describes, onHover }: BubbleProps) {
  const { anchor, isFocused = false } = target
  const bubble = useRef<HTMLSpanElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    // Popovers are in the top layer: above dialogs and not clipped by overflow.
    element.showPopover?.()
    positionBubble(element, anchor)
    if (!describes) return
    anchor.setAttribute('aria-describedby', id)
    return () => anchor.removeAttribute('aria-describedby')
  }, [anchor, describes, id])
  const handleScroll = useEffectEvent(() => {
    if (isFocused && bubble.current && anchor.isConnected) positionBubble(bubble.current, anchor)
    else hide()
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  })
  const handleEnd = useEffectEvent(() => onHover(false))
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, passive: true, signal: controller.signal }
    document.addEventListener('scroll', handleScroll, options)
    // Escape also hides a tooltip that the pointer shows.
    document.addEventListener('keydown', handleKey, options)
    return () => {
      controller.abort()
      handleEnd()
    }
  }, [])
  return (
    <span
      ref={bubble}
      id={id}
      className={classes(styles.bubble, !isFocused && styles.hoverable)}
      popover="manual"
      role={describes ? 'tooltip' : undefined}
      aria-hidden={describes ? undefined : true}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => {
        onHover(false)
        hide()
      }}
      onPointerDown={hide}
    >
      {text}
    </span>
  )
}

interface BubbleProps extends TooltipBubbleProps {
  onHover: (isEntered: boolean) => void
}

const GAP = 8

/** Positions below the anchor, centred; above if there is no space; always inside the window. */
function positionBubble(bubble: HTMLElement, anchor: Element) {
  const anchorBox = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const below = anchorBox.bottom + GAP
  const top = below + height > innerHeight - GAP ? anchorBox.top - GAP - height : below
  const left = Math.min(
    Math.max(GAP, anchorBox.left + anchorBox.width / 2 - width / 2),
    innerWidth - width - GAP,
  )
  bubble.style.top = `${Math.round(top)}px`
  bubble.style.left = `${Math.round(left)}px`
}
