import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { type ActionPicture, listActionPictures } from '#web/gallery/index.ts'
import styles from './flying-prints.module.css'

/**
 * The chosen photos as a fan of prints: each flies there from its place on the page, with reduced motion it is
 * there at once. Blank prints stand for photos that are not on the screen.
 */
export function FlyingPrints() {
  const [pictures] = useState(() => listActionPictures(PRINTS_MAX))
  const fan = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const flights = [...(fan.current?.children ?? [])].flatMap((print, index) => {
      const picture = pictures[index]
      return picture && 'animate' in print ? [fly(print as HTMLElement, picture, index)] : []
    })
    return () => {
      for (const flight of flights) flight.cancel()
    }
  }, [pictures])
  const prints = pictures.length > 0 ? pictures.map(({ url }) => url) : BLANKS
  return (
    <span ref={fan} aria-hidden className={styles.fan}>
      {prints.map((url, index) => (
        <span
          // The list does not change.
          key={index.toString()}
          className={styles.print}
          style={{ '--place': index - (prints.length - 1) / 2 } as CSSProperties}
        >
          {url && <img src={url} alt="" draggable={false} decoding="sync" />}
        </span>
      ))}
    </span>
  )
}

const PRINTS_MAX = 5
const BLANKS = [null, null, null]
const FLIGHT_MS = 520
/** Between two prints. */
const STAGGER_MS = 70

/** Animates a print from the place of its picture to its own. */
function fly(print: HTMLElement, { box }: ActionPicture, index: number): Animation {
  // The middle of a rotated box is its own middle.
  const printBox = print.getBoundingClientRect()
  const x = box.left + box.width / 2 - (printBox.left + printBox.width / 2)
  const y = box.top + box.height / 2 - (printBox.top + printBox.height / 2)
  const scale = Math.max(box.width / print.offsetWidth, box.height / print.offsetHeight)
  return print.animate(
    [
      { translate: `${x}px ${y}px`, scale: `${scale}`, rotate: '0deg' },
      { translate: '0px 0px', scale: '1', rotate: getComputedStyle(print).rotate },
    ],
    {
      duration: FLIGHT_MS,
      delay: index * STAGGER_MS,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
      fill: 'backwards',
    },
  )
}
