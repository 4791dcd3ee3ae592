/** The target of a tooltip. */
export interface TooltipTarget {
  anchor: Element
  /** Delay of hover, ms; without one the tooltip is shown immediately. */
  delay?: number
  /** The pointer has left the anchor. */
  hasPointerLeft?: boolean
  /** The anchor has the focus: the tooltip stays while the pointer passes, and covers no target of it. */
  isFocused?: boolean
}

/** Marks that the pointer has left the anchor. */
export const markPointerLeft = (target: TooltipTarget | null): TooltipTarget | null =>
  target && !target.isFocused ? { ...target, hasPointerLeft: true } : target

/** Creates the state update for a pointer that has entered an anchor; the tooltip of the focus stays (WCAG 1.4.13). */
export const createEnterUpdate = (anchor: Element, delay: number) => (target: TooltipTarget | null) =>
  target?.isFocused ? target : { anchor, delay }
