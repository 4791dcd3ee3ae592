import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Leads to another address in place of this one, once: a <Navigate> that is rendered again while that screen's code
 * loads begins anew for ever.
 */
export function Redirect({ to, params }: Pick<NavigateOptions, 'to' | 'params'>) {
  const navigate = useNavigate()
  const left = useRef(false)
  useEffect(() => {
    if (left.current) return
    left.current = true
    void navigate({ to, params, replace: true } as NavigateOptions)
  }, [navigate, to, params])
  return null
}
