import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Replaces the current address by another one, once. The router's <Navigate> navigates again on every render while the
 * code of the target screen loads, in an endless loop.
 */
export function Redirect({ to, params }: Pick<NavigateOptions, 'to' | 'params'>) {
  const navigate = useNavigate()
  const isRedirected = useRef(false)
  useEffect(() => {
    if (isRedirected.current) return
    isRedirected.current = true
    void navigate({ to, params, replace: true } as NavigateOptions)
  }, [navigate, to, params])
  return null
}
