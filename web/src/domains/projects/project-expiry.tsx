import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Project } from '#contract/projects.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { expiryLabel } from './project-facts.ts'

/** Until when the project is kept, as a warning in the last weeks. */
export function ProjectExpiry({ project }: { project: Project }) {
  const texts = useTexts()
  const expiry = expiryLabel(texts, project, Date.now())
  if (!expiry) return null
  return (
    <span className={classes('ui-row8 ui-note', expiry.isSoon && 'ui-strong ui-warning')}>
      <Icon of={expiry.isSoon ? TriangleAlert : Clock} size={16} />
      {expiry.text}
    </span>
  )
}
