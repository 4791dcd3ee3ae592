import { type RefObject, useLayoutEffect, useState } from 'react'
import { computeGeometry } from './geometry.ts'

/** Returns the columns of a grid that is not virtualized: those of the timeline at this width. Undefined until it is measured. */
export function useGridColumns(grid: RefObject<HTMLElement | null>): number | undefined {
  const [columns, setColumns] = useState<number>()
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const measure = () => {
      if (element.clientWidth > 0)
        setColumns(computeGeometry(element.clientWidth, innerWidth, innerHeight).columns)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    addEventListener('resize', measure, { passive: true })
    measure()
    return () => {
      sizes.disconnect()
      removeEventListener('resize', measure)
    }
  }, [grid])
  return columns
}
