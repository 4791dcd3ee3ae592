/** The target of a tooltip. */
export interface TooltipTarget {
  anchor: Element
  /** Delay of hover, ms; without one the tooltip is shown immediately. */
  delay?: number
  /** The pointer has left the anchor. */
  left?: boolean
  /** The anchor has the focus: the tooltip stays while the pointer passes, and covers no target of it. */
  stays?: boolean
}

/** After the pointer has left the anchor. */
export const markLeft = (target: TooltipTarget | null) =>
  target && !target.stays ? { ...target, left: true } : target

/** After the pointer has entered an anchor; the tooltip of the focus stays (WCAG 1.4.13). */
export const markEntered = (anchor: Element, delay: number) => (target: TooltipTarget | null) =>
  target?.stays ? target : { anchor, delay }
