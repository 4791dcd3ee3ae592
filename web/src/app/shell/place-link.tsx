import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Place } from './use-menu.ts'

/** A menu's link to a screen; it is current on the screens below it, too ('/' on itself only, AA-011). */
export function PlaceLink({ place, className, children, onClick }: PlaceLinkProps) {
  return (
    <Link
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

export interface PlaceLinkProps {
  place: Place
  className?: string
  children?: ReactNode
  onClick?: () => void
}
