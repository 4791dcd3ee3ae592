import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { reportFailure } from '../reporting/reporting.ts'
import { preloadWhenIdle } from './idle-preload.ts'
import { LoadFailure, publishLoadFailure } from './load-failure.ts'
import { loadModule } from './load-module.ts'

/**
 * Creates the component of this name from a module that is loaded when the page is idle, or on demand before that. It never replaces the screen
 * around it: a layer that cannot be loaded or fails is closed by its `onClose` or `onCancel`, and the failure
 * published; a part of the page, which has neither, is loaded again until it succeeds; its failure is reported once,
 * and a newer build published once. `placeholder` is shown until it is loaded. It is preloaded where `isWanted`.
 */
export function lazyComponent<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  placeholder: (props: PropsOf<M[K]>) => ReactNode = () => null,
  isWanted?: () => boolean,
): (props: PropsOf<M[K]>) => ReactNode {
  type P = PropsOf<M[K]>
  let loadedComponent: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  let isReported = false
  const preload = () => {
    loading ??= loadModule(load).then(
      module => {
        loadedComponent = module[name] as ComponentType<P>
        return loadedComponent
      },
      failure => {
        loading = undefined
        throw failure
      },
    )
    return loading
  }
  preloadWhenIdle(preload, isWanted)

  function Lazy(props: P) {
    const [Component, setComponent] = useState(() => loadedComponent)
    const [attempt, setAttempt] = useState(0)
    const latest = useRef<Layer>(props)
    useLayoutEffect(() => {
      latest.current = props
    })
    const closeLayer = (failure: LoadFailure) => {
      const { onClose, onCancel } = latest.current
      const close = onClose ?? onCancel
      if (!close) return false
      publishLoadFailure(failure)
      close()
      return true
    }
    const handleLoadFailure = (failure: LoadFailure) => {
      if (closeLayer(failure)) return
      if (failure.reason === 'outdated') {
        if (!isOutdatedPublished) publishLoadFailure(failure, false)
        isOutdatedPublished = true
      } else if (failure.reason === 'failed' && !isReported) {
        isReported = true
        reportFailure(failure)
      }
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: `handleLoadFailure` reads the current props from a ref.
    useEffect(() => {
      if (Component) return
      let retry: ReturnType<typeof setTimeout> | undefined
      let unmounted = false
      preload().then(
        component => {
          if (!unmounted) setComponent(() => component)
        },
        (failure: LoadFailure) => {
          if (unmounted) return
          retry = setTimeout(() => setAttempt(attempt + 1), RETRY_MS)
          handleLoadFailure(failure)
        },
      )
      return () => {
        unmounted = true
        clearTimeout(retry)
      }
    }, [Component, attempt])
    if (!Component) return placeholder(props)
    return (
      <CatchBoundary
        getResetKey={() => 0}
        errorComponent={Nothing}
        onCatch={error => {
          reportFailure(error)
          closeLayer(new LoadFailure('failed', error))
        }}
      >
        <Component {...props} />
      </CatchBoundary>
    )
  }
  return Lazy
}

/** The props of a component. */
export type PropsOf<C> = C extends () => ReactNode
  ? object
  : C extends (props: infer P extends object) => ReactNode
    ? P
    : never

/** The callbacks of a dialog, menu or form. */
interface Layer {
  onClose?: () => void
  onCancel?: () => void
}

const RETRY_MS = 10_000
let isOutdatedPublished = false

function Nothing() {
  return null
}
