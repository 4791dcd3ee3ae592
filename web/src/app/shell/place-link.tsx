import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Place } from './use-menu.ts'

/** A menu link to a screen; also current on the screens that belong to it ('/' only on itself, AA-011). */
export function PlaceLink({ place, className, children, onClick }: PlaceLinkProps) {
  const belongs = useRouterState({
    select: ({ location }) => place.also?.some(path => location.pathname.startsWith(path)),
  })
  return (
    <Link
      {...(belongs && CURRENT)}
      to={place.path}
      className={className}
      activeOptions={{ exact: place.path === PATHS.overview, includeSearch: false }}
      onClick={onClick}
    >
      <Icon of={place.icon} />
      {children ?? <span>{place.text}</span>}
    </Link>
  )
}

/** Attributes that Link sets on the screens below its path. */
const CURRENT = { 'data-status': 'active', 'aria-current': 'page' } as const

export interface PlaceLinkProps {
  place: Place
  className?: string
  children?: ReactNode
  onClick?: () => void
}
