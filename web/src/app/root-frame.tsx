import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { onLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { announce } from '#web/ui/announcements.ts'
import { canHaveFocus, getRecentlyFocused, isFocusLost, recordFocus } from '#web/ui/focus-history.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { listOpenDialogs } from '#web/ui/open-dialogs.ts'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { loadLateFrame } from './load-late-frame.ts'
import { reloadForNewBuild } from './new-build.ts'
import { isSameScreen } from './screen-paths.ts'
import { useFirstScreenMark } from './use-first-screen-mark.ts'

const ThirdPartyScripts = afterFirstScreen(() => import('#web/domains/consent/index.ts'), 'ThirdPartyScripts')

const ConfigNote = lazyComponent(() => import('./defaults/config-note.tsx'), 'ConfigNote')

const LateFrame = afterFirstScreen(loadLateFrame, 'LateFrame')

/**
 * Wraps every route with the note about a missing configuration, the toasts, the live region, the recovery of the focus and,
 * after the first screen, the late scroll, the sign-in of an ended session, the question who the customer is and third-party scripts. The question about
 * cookies is first in the page, where keyboard and screen reader find it.
 */
export function RootFrame() {
  const { text } = useTexts()
  const { thirdParties = {}, defaults } = useConfig()
  useDocumentTitle()
  useFirstScreenMark()
  useFocusRecovery()
  useLoadFailureToasts()
  useScreenFade()
  return (
    <>
      {Object.keys(thirdParties).length > 0 && <ThirdPartyScripts thirdParties={thirdParties} />}
      {defaults && <ConfigNote requestedAddress={defaults.requestedAddress} />}
      <Outlet />
      <ToastRegion
        label={text('app.notifications')}
        closeLabel={text('action.close')}
        undoHint={text('app.undo-key', { mac: isMac() ? 'yes' : 'no' })}
      />
      <LiveRegion />
      <LateFrame />
    </>
  )
}

const isMac = () => /^(Mac|iP)/.test(navigator.platform)

/**
 * Fades another screen in. View transitions would lose clicks: their pictures of the page lie over it, and nothing
 * below them can be hit.
 */
function useScreenFade(): void {
  const pathname = useMatches({ select: matches => matches.at(-1)?.pathname })
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const from = shown.current
    shown.current = pathname
    if (from === undefined || pathname === undefined || isSameScreen(from, pathname)) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    document.getElementById('content')?.animate({ opacity: [0, 1] }, { duration: 160, easing: 'ease-out' })
  }, [pathname])
}

/**
 * Shows a toast that says why a control could not open its layer; the screen stays as it is. If a newer build has
 * replaced the part of the page, the toast offers a reload.
 */
export function useLoadFailureToasts(): void {
  const { text } = useTexts()
  useEffect(() => {
    return onLoadFailure((failure, isAwaited) => {
      reportFailure(failure)
      const { reason } = failure
      if (reason === 'outdated' && isAwaited && reloadForNewBuild()) return
      toasts.add({
        subject: 'load-failure',
        text: text(TEXT_BY_REASON[reason]),
        kind: reason === 'outdated' ? undefined : 'error',
        action:
          reason === 'offline'
            ? undefined
            : { label: text('action.reload'), onAction: () => location.reload() },
        timeoutMs: reason === 'outdated' ? null : undefined,
      })
    })
  }, [text])
}

const TEXT_BY_REASON = {
  offline: 'app.offline.layer',
  outdated: 'app.outdated.layer',
  failed: 'app.load-failed',
} as const

/**
 * Keeps the focus from falling to the body when its element is removed or disabled (WCAG 2.4.3): moves it to an
 * open dialog, to the last element of the screen that had it and is still there, or to the heading of the screen. Parts
 * that know a better place, such as the next photo, move it first.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    const stopRecording = recordFocus()
    let frame = 0
    /** The screen is still loading: its content has the focus until its heading appears. */
    let awaitsHeading = false
    /** A closing dialog may move the focus again: until the next press or key that counts as a loss, too. */
    let hasRecovered = false
    const isLost = () => isFocusLost() || (hasRecovered && document.activeElement === document.body)
    const recover = () => {
      frame = 0
      if (!isLost()) return
      hasRecovered = true
      if (!listRecentElements().some(tryFocus)) awaitsHeading = !focusHeading()
    }
    const onInput = () => {
      hasRecovered = false
      awaitsHeading = false
    }
    const onChange = () => {
      if (awaitsHeading && document.activeElement?.tagName === 'MAIN') awaitsHeading = !focusHeading()
      // React Aria returns the focus of a closed dialog in the next frame.
      if (frame === 0 && isLost())
        frame = requestAnimationFrame(() => {
          frame = requestAnimationFrame(recover)
        })
    }
    const changes = new MutationObserver(onChange)
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'inert'],
    })
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    addEventListener('focusout', onChange, options)
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, onInput, options)
    return () => {
      controller.abort()
      stopRecording()
      cancelAnimationFrame(frame)
      changes.disconnect()
    }
  }, [])
}

function listRecentElements(): readonly HTMLElement[] {
  const dialog = listOpenDialogs().at(-1)
  const recent = getRecentlyFocused()
  // Not the content itself: it has the focus only until the heading appears.
  if (!dialog) return recent.filter(element => element.parentElement?.closest('main'))
  return [...recent.filter(element => dialog.contains(element)), dialog]
}

/** Focuses the heading of the screen, or without one its content; true for the heading. */
function focusHeading(): boolean {
  const main = document.querySelector('main')
  const heading = main?.querySelector('h1')
  const target = heading ?? main
  if (!target) return false
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  return tryFocus(target) && target === heading
}

function tryFocus(element: HTMLElement): boolean {
  if (!canHaveFocus(element)) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name, for the tab's title and the announcement when it opens. */
    title?: MessageId
  }
}

/** Sets the tab's title to the innermost route's, and announces it to screen readers when the screen changes. */
function useDocumentTitle(): void {
  const { text } = useTexts()
  const title = useMatches({
    select: matches => matches.findLast(match => match.staticData.title)?.staticData.title,
  })
  const isFirstRender = useRef(true)
  useEffect(() => {
    if (!title) return
    document.title = text('app.page-title', { page: text(title) })
    // Screen readers announce the title of a newly loaded page without this.
    if (!isFirstRender.current) announce(text(title))
    isFirstRender.current = false
  }, [title, text])
}
