import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type UnderlyingPhotos, useUnderlyingPhotos } from '../../photo-list/photo-sequence.ts'
import styles from '../preview.module.css'
import type { ShownPhoto } from '../use-shown-photo.ts'
import { type Box, getTileStyle, isOnScreen, UNTRANSFORMED_STYLE } from './tile-transform.ts'

const TRANSITION_MS = 200
const EASE = 'cubic-bezier(0.2, 0, 0, 1)'

/**
 * Animates a shared element transition: the picture grows out of its tile and shrinks back into it, however the viewer
 * is closed (button, key, swipe, browser Back). Then the tile of the photo last shown is in view and has the focus; if there is no such tile the previous scroll position is restored.
 */
export function useSharedElementTransition(
  viewer: RefObject<HTMLElement | null>,
  shown: ShownPhoto | null,
): void {
  const underlyingPhotos = useUnderlyingPhotos()
  const latest = useRef({ below: underlyingPhotos, shown })
  useLayoutEffect(() => {
    latest.current = { below: underlyingPhotos, shown }
  })
  const hasOpened = useRef(false)
  useLayoutEffect(() => {
    if (!shown || hasOpened.current || !viewer.current) return
    hasOpened.current = true
    animateFromTile(viewer.current, underlyingPhotos.findTile(shown.image.imageId))
  }, [viewer, shown, underlyingPhotos])

  useLayoutEffect(() => {
    // A page that was loaded with the preview has not been scrolled: the position saved before the reload is kept.
    if (latest.current.below.status === 'ready')
      saveScrollPosition([Math.max(0, scrollX), Math.max(0, scrollY)])
  }, [])
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
  }, [])
  useLayoutEffect(() => {
    const element = viewer.current
    return () => {
      isMounted.current = false
      const ghost = element && copyPicture(element)
      const { below: page, shown: lastPhoto } = latest.current
      // Waits until the page is uncovered; does nothing if Strict Mode has mounted the viewer again.
      requestAnimationFrame(() => {
        if (isMounted.current) return ghost?.remove()
        void returnToPage(page, lastPhoto, ghost)
      })
    }
  }, [viewer])
}

function animateFromTile(viewer: HTMLElement, tile: HTMLElement | undefined) {
  if (isMotionReduced()) return
  const timing = { duration: TRANSITION_MS, easing: EASE }
  for (const part of viewer.querySelectorAll(`[data-backdrop], [data-chrome], .${styles.chrome}`))
    part.animate?.({ opacity: [0, 1] }, timing)
  const picture = viewer.querySelector<HTMLElement>('[data-picture]')
  const from = tile?.getBoundingClientRect()
  if (!picture || !from || !isOnScreen(from, { width: innerWidth, height: innerHeight })) return
  const box = picture.getBoundingClientRect()
  if (box.width === 0) return
  picture.animate?.([getTileStyle(box, from), UNTRANSFORMED_STYLE], timing)
}

/** Creates a copy of the visible picture that outlives the viewer; null without a decoded picture or with reduced motion. */
function copyPicture(viewer: HTMLElement): HTMLElement | null {
  const picture = viewer.querySelector<HTMLElement>('[data-picture]')
  const box = picture?.getBoundingClientRect()
  const layers = [...(picture?.querySelectorAll<HTMLImageElement>('[data-layer]') ?? [])]
  const visibleLayer = layers.findLast(
    layer => layer.complete && layer.naturalWidth > 0 && layer.classList.contains(styles.there ?? ''),
  )
  if (isMotionReduced() || !box || box.width === 0 || !visibleLayer || !('animate' in viewer)) return null
  const ghost = document.createElement('div')
  ghost.className = styles.ghost ?? ''
  ghost.setAttribute('aria-hidden', 'true')
  const backdrop = document.createElement('div')
  backdrop.className = styles.backdrop ?? ''
  backdrop.style.setProperty('--drawn', viewer.style.getPropertyValue('--drawn') || '0')
  const copy = visibleLayer.cloneNode() as HTMLElement
  copy.className = styles.ghostPicture ?? ''
  Object.assign(copy.style, {
    left: px(box.left),
    top: px(box.top),
    width: px(box.width),
    height: px(box.height),
  })
  ghost.append(backdrop, copy)
  document.body.append(ghost)
  return ghost
}

/** Restores scroll position and focus of the page and animates the ghost into its tile. */
async function returnToPage(page: UnderlyingPhotos, lastPhoto: ShownPhoto | null, ghost: HTMLElement | null) {
  const scrollPosition = consumeScrollPosition()
  try {
    // A page that unmounts too never resolves.
    const isRevealed = lastPhoto !== null && (await withTimeout(page.revealPhoto(lastPhoto.image.imageId)))
    if (isRevealed === false && scrollPosition) scrollTo(...scrollPosition)
    const tile = lastPhoto ? page.findTile(lastPhoto.image.imageId) : undefined
    await animateIntoTile(ghost, tile?.getBoundingClientRect())
  } finally {
    ghost?.remove()
  }
}

async function animateIntoTile(ghost: HTMLElement | null, to: Box | undefined) {
  const [backdrop, picture] = ghost?.children ?? []
  if (!backdrop || !picture) return
  const timing = { duration: TRANSITION_MS, easing: EASE, fill: 'forwards' as const }
  const fade = backdrop.animate({ opacity: 0 }, timing)
  const onScreen = to && isOnScreen(to, { width: innerWidth, height: innerHeight })
  const keyframes = onScreen
    ? [UNTRANSFORMED_STYLE, getTileStyle(picture.getBoundingClientRect(), to)]
    : { opacity: 0 }
  await Promise.all([fade.finished, picture.animate(keyframes, timing).finished])
}

/** Resolves with the answer, or with undefined after a timeout. */
function withTimeout<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer, new Promise<undefined>(resolve => setTimeout(resolve, REVEAL_TIMEOUT_MS))])
}

const REVEAL_TIMEOUT_MS = 500
const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const px = (value: number) => `${value}px`

/** Scroll position of the page below when the preview opened; survives a reload of the preview. */
type ScrollPosition = readonly [x: number, y: number]

export function saveScrollPosition(place: ScrollPosition, open: () => Storage = () => sessionStorage): void {
  try {
    open().setItem(KEY, JSON.stringify(place))
  } catch {
    // Without storage the scroll position is not restored.
  }
}

/** Returns and removes the saved position. Anything but two non-negative numbers is rejected. */
export function consumeScrollPosition(
  open: () => Storage = () => sessionStorage,
): ScrollPosition | undefined {
  try {
    const storage = open()
    const text = storage.getItem(KEY)
    storage.removeItem(KEY)
    const value: unknown = JSON.parse(text ?? 'null')
    return isScrollPosition(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isScrollPosition(value: unknown): value is ScrollPosition {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(part => typeof part === 'number' && Number.isFinite(part) && part >= 0)
  )
}

const KEY = 'keepsake.preview.scroll'
